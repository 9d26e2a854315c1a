// A student who takes quizzes of a course of a package, and answers by words, for specs.
import { newId } from '@lms/contract'
import type { TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import type { Answer } from '../assessment/questions/answer-schema.ts'
import type { PresentedQuestion } from '../assessment/questions/student-question.ts'
import { learningContract } from '../contract.ts'
import type { School } from './package-school.ts'

const plain = (text: string) => text.replace(/<[^>]*>/g, '').trim()
const idOf = (parts: readonly { id: string; text: string }[], word: string) =>
  parts.find(({ text }) => plain(text) === word)!.id

/** The answer to a question in words: of options, of pairs and gaps in their order, of a text or number. */
function answerOf(asked: PresentedQuestion, words: readonly string[]): Answer {
  switch (asked.kind) {
    case 'single':
      return { kind: 'single', option_id: idOf(asked.options, words[0]!) }
    case 'multiple':
      return { kind: 'multiple', option_ids: words.map(word => idOf(asked.options, word)) }
    case 'match': {
      const pairs = asked.left.map(({ id: left_id }, at) => ({
        left_id,
        right_id: idOf(asked.right, words[at]!),
      }))
      return { kind: 'match', pairs }
    }
    case 'cloze':
      return { kind: 'cloze', gaps: asked.gap_ids.map((gap_id, at) => ({ gap_id, text: words[at]! })) }
    case 'order':
      return { kind: 'order', item_ids: words.map(word => idOf(asked.items, word)) }
    case 'number':
      return { kind: 'number', number: words[0]! }
    case 'open':
      return { kind: 'open', text: words[0]! }
    default:
      return { kind: 'text', text: words[0]! }
  }
}

/** A student of a course, all of whose lessons are published by it, and open. */
export async function asStudent(system: TestSystem, school: School, course_id: string) {
  const { done, schoolId } = school
  const { modules } = await done('GET', `/courses/${course_id}/structure`)
  for (const { id, status } of modules.flatMap(({ lessons }: any) => lessons)) {
    await done('PUT', `/lessons/${id}/access-rules`, { conditions: [], deadline: null })
    if (status === 'draft') await done('PATCH', `/lessons/${id}`, { status: 'published' })
  }
  for (const { id } of modules)
    await done('PATCH', `/modules/${id}`, { access_rules: { conditions: [], deadline: null } })
  await done('POST', `/courses/${course_id}/publish`, { action: 'publish' })
  const { id: user_id } = await done('POST', '/users', { email: `${newId('usr')}@school.org` })
  await done('POST', '/accesses', { user_id, course_id })
  const enrollment = await done('POST', '/enrollments', { user_id, course_id })
  const caller = system.caller({ school: schoolId as never, role: 'student', user: user_id })
  const { quizAttempts } = {
    ...system.client('users', usersContract.resources, caller),
    ...system.client('learning', learningContract.resources, caller),
  }
  /** What answers by the names of questions earn: the share of the points of each. */
  const taken = async (
    quiz_id: string,
    wordsOf: (prompt: string, index: number) => readonly string[] | null,
  ) => {
    const body = { quiz_id: quiz_id as never, enrollment_id: enrollment.id }
    const attempt = await quizAttempts.start({ body })
    const path = { id: attempt.id }
    const answers = attempt.questions.flatMap(({ question_id, asked }, index) => {
      const words = wordsOf(plain(asked.prompt), index)
      return words ? [{ question_id, revision: 1, answer: answerOf(asked, words) }] : []
    })
    if (answers.length) await quizAttempts.save({ path, body: { answers } })
    await quizAttempts.finish({ path })
    return done('GET', `/quiz-attempts/${attempt.id}`)
  }
  /** The share of the points that words earn for the only question of a quiz. */
  const shareOf = async (quiz_id: string, words: readonly string[]) => {
    const { result } = await taken(quiz_id, () => words)
    return result.score / result.max_score
  }
  return { user_id, taken, shareOf }
}
