// The end of an attempt, and its score, whoever or whatever causes it.
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { fulfill } from '../../study/progress/enter.ts'
import { quizFinished } from './attempt.contract.ts'
import { resultOf, type SavedAnswer, scoreOf } from './attempt.rules.ts'
import type { AttemptRow } from './attempt.store.ts'
import { countResult } from './figures.ts'
import { followReview } from './review-claim.ts'

export type Emits = Pick<Work<typeof quizFinished>, 'emit' | 'work'>

/** Ends a locked attempt that runs: all saved answers count. What passes is entered in the lesson. */
export async function finishAttempt(
  attempt: AttemptRow,
  finishedAt: string,
  emits: Emits,
  stores: Stores,
): Promise<AttemptRow> {
  const saved = await closeAttempt(attempt, finishedAt, emits, stores)
  await enterPassed(attempt, saved, emits, stores)
  return saved
}

/** The same without its effect on the lesson, where several attempts of a person end together. */
export async function closeAttempt(
  attempt: AttemptRow,
  finishedAt: string,
  emits: Emits,
  stores: Stores,
): Promise<AttemptRow> {
  const { attempts } = stores
  const scored = await scoreNow(attempt, stores)
  const saved = attempts.move(attempt, 'finish', { finished_at: finishedAt, ...scored })
  return settle(attempt, saved, emits, stores)
}

/** What the answers of an attempt earn now: the saved ones, or these. */
export async function scoreNow(
  attempt: AttemptRow,
  { attempts, questions, quizzes }: Stores,
  answers?: ReadonlyMap<string, SavedAnswer>,
) {
  const [saved, versions, percent] = await Promise.all([
    answers ?? attempts.answersOf([attempt.id]).then(all => all.get(attempt.id)!),
    questions.versions(attempt.asked),
    quizzes.passPercent(attempt.quiz_id),
  ])
  return scoreOf(attempt.asked, versions, saved, percent)
}

/**
 * What follows from a new score: the figures of its questions, from these answers or the saved ones; the grade; its place in
 * the queue of reviews; and once, when it becomes final, the event.
 */
export async function settle(
  before: AttemptRow,
  now: AttemptRow,
  { emit, work }: Emits,
  stores: Stores,
  answers?: ReadonlyMap<string, SavedAnswer>,
): Promise<AttemptRow> {
  await countResult(before, now, stores, answers)
  const saved = await followReview(before, now, work, stores)
  if (before.score === null && saved.score !== null) emit(quizFinished, { ...saved, result: resultOf(saved) })
  stores.grades.fromAttempts(saved.enrollment_id, saved.quiz_id)
  return saved
}

/**
 * Enters what the lesson has been waiting for, once an attempt passes; of several attempts of a person only one in a
 * transaction.
 */
export async function enterPassed(
  before: Pick<AttemptRow, 'passed'>,
  now: AttemptRow,
  { work }: Pick<Emits, 'work'>,
  stores: Stores,
): Promise<void> {
  if (!now.passed || before.passed) return
  if (await stores.attempts.passedAllBut(now)) await fulfill(now, 'quiz', stores, work)
}
