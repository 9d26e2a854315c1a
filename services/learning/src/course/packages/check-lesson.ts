// What of a lesson of a package can be taken over, and what is wrong with the rest, item by item: in a thread.
import { ArchiveRefused } from '@lms/archive/refused'
import { cleaned } from '@lms/content/html'
import { Refused } from '@lms/contract'
import type { z } from 'zod'
import { checkQuestion } from '../../assessment/questions/part-ids.rules.ts'
import { QuestionInput } from '../../assessment/questions/question-content.ts'
import { drawProblems } from '../../assessment/quizzes/draw.ts'
import { refusals as quizRefusals } from '../../assessment/quizzes/quiz.contract.ts'
import {
  refusals as assignmentRefusals,
  hasFitPenalty,
} from '../../homework/assignments/assignment.contract.ts'
import { refusals as blockRefusals, maxLessonBytes } from '../blocks/block.contract.ts'
import { withCleaned } from '../blocks/block.rules.ts'
import { BlockContent } from '../blocks/block-content.ts'
import { firstIssue, refusalText } from './fault-text.ts'
import { PackedLesson, PackedQuestion } from './package-format.ts'
import { renumbered, withWork } from './work-places.ts'

export type Question = Omit<z.output<typeof PackedQuestion>, 'content'> & { content: QuestionInput }

export interface CheckedLesson {
  lesson: Omit<PackedLesson, 'blocks' | 'quizzes' | 'assignments'>
  blocks: BlockContent[]
  quizzes: (Omit<PackedLesson['quizzes'][number], 'questions'> & { questions: Question[] })[]
  assignments: PackedLesson['assignments']
  /** Its parts by their places below it, each with what is wrong with it. */
  items: readonly { path: string; problems: readonly string[] }[]
}

type Items = { path: string; problems: string[] }[]

/** Notes an item, and returns how to tell what is wrong with it. */
function noted(items: Items, path: string): (problem: string) => void {
  const problems: string[] = []
  items.push({ path, problems })
  return problem => void problems.push(problem)
}

/** The lesson without what cannot be taken over; throws `ArchiveRefused` for one that is none. */
export function checkLesson({ name, value }: { name: string; value: unknown }): CheckedLesson {
  const { data, error } = PackedLesson.safeParse(value)
  if (!data) throw new ArchiveRefused(`${name}: ${firstIssue(error!)}`)
  const { blocks, quizzes, assignments, ...lesson } = data
  const items: Items = []
  const acceptedBlocks = blocksOf(blocks, items)
  const acceptedAssignments = assignments.map((each, index) => {
    const tell = noted(items, `assignments.${index}`)
    if (hasFitPenalty(each)) return each
    tell(assignmentRefusals.assignment_penalty_invalid.message)
    return null
  })
  const acceptedQuizzes = quizzes.map(({ questions, draws, ...fields }, index) => {
    const tell = noted(items, `quizzes.${index}`)
    const read = questionsOf(questions, `quizzes.${index}`, items)
    // Quizzes have other ids in each course.
    const quiz = { ...fields, draws: draws.filter(({ source }) => source !== 'quizzes') }
    if (quiz.draws.length < draws.length || drawProblems(quiz.draws).length)
      tell('a draw names quizzes by their ids, which a package does not have: it is left out')
    quiz.draws = quiz.draws.map(({ quiz_ids: _, ...draw }) => draw)
    if (drawsOnce(quiz)) return { ...quiz, questions: read }
    tell(quizRefusals.quiz_draws_twice.message)
    return null
  })
  // What is left out leaves no number behind.
  const places = renumbered(
    acceptedQuizzes.map(each => each !== null),
    acceptedAssignments.map(each => each !== null),
  )
  return {
    lesson,
    blocks: acceptedBlocks.flatMap(block => withWork(block, id => places.get(id) ?? null) ?? []),
    quizzes: acceptedQuizzes.filter(each => each !== null),
    assignments: acceptedAssignments.filter(each => each !== null),
    items,
  }
}

function blocksOf(blocks: readonly unknown[], items: Items): BlockContent[] {
  const accepted: BlockContent[] = []
  let bytes = 0
  for (const [index, block] of blocks.entries()) {
    const tell = noted(items, `blocks.${index}`)
    const { data, error } = BlockContent.safeParse(block)
    if (error) {
      tell(firstIssue(error))
      continue
    }
    const content = cleanedBlock(data, tell)
    if (!content) continue
    bytes += Buffer.byteLength(JSON.stringify(content))
    if (bytes > maxLessonBytes) tell(`the blocks of a lesson have at most ${maxLessonBytes} bytes`)
    else accepted.push(content)
  }
  return accepted
}

/** The content with what remains of its HTML; null if nothing does. */
function cleanedBlock(content: BlockContent, tell: (problem: string) => void): BlockContent | null {
  if (content.kind !== 'text') return content
  const { cleanedContent, details } = withCleaned(
    content,
    cleaned({ html: content.html, kind: 'block' }).html,
  )
  if (details.length === 0) return cleanedContent
  tell([blockRefusals.block_invalid.message, ...details.map(({ message }) => message)].join(' '))
  return null
}

const drawsOnce = ({ draws }: Pick<PackedLesson['quizzes'][number], 'draws'>): boolean =>
  new Set(draws.map(({ label }) => label)).size === draws.length

function questionsOf(questions: readonly unknown[], path: string, items: Items): Question[] {
  return questions.flatMap((question, index): Question[] => {
    const tell = noted(items, `${path}.questions.${index}`)
    const outer = PackedQuestion.safeParse(question)
    const inner = QuestionInput.safeParse(outer.data?.content)
    const error = outer.error ?? inner.error
    if (error || !outer.data || !inner.data) {
      tell(error ? firstIssue(error) : 'is no question')
      return []
    }
    try {
      checkQuestion(inner.data)
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused
      tell(refusalText(refused))
      return []
    }
    return [{ ...outer.data, content: inner.data }]
  })
}
