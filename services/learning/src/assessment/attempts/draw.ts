// The questions of a new attempt, also of other quizzes: drawn once, and named in the attempt by question and version.
import type { Stores } from '../../builder.ts'
import type { QuizRow } from '../quizzes/quiz.store.ts'
import { type DrawnQuestion, drawn } from './attempt.rules.ts'

/** How often the pools are looked at again, where they change meanwhile. */
const rounds = 3

/**
 * Draws for an attempt at a quiz, which is held. The quizzes of what is drawn are held, too: no question changes in place
 * until the attempt names its version.
 */
export async function drawFor(
  quiz: QuizRow,
  attemptId: string,
  { questions, quizzes }: Pick<Stores, 'questions' | 'quizzes'>,
): Promise<DrawnQuestion[]> {
  const heldIds = new Set<string>([quiz.id])
  for (let round = 1; ; round++) {
    const [own, pools] = await Promise.all([questions.ofQuiz(quiz.id), questions.poolsOf(quiz)])
    const picked = drawn(own, quiz, attemptId, pools)
    const further = [...new Set(picked.map(({ quiz_id }) => quiz_id))].filter(id => !heldIds.has(id))
    if (further.length === 0) return picked
    if (round === rounds) return picked.filter(({ quiz_id }) => heldIds.has(quiz_id))
    for (const id of await quizzes.holdAll(further)) heldIds.add(id)
  }
}
