// What is drawn for an attempt, how it is scored, and who sees what of it: pure functions.

import { createHash } from 'node:crypto'
import type { Answer } from '../questions/answer-schema.ts'
import { maxQuestions } from '../questions/question.contract.ts'
import type { PoolQuestion, QuestionVersion, VersionReference } from '../questions/question.store.ts'
import { versionKey } from '../questions/question.store.ts'
import { passes, percentOf, type Share, shareOf, sumOf } from '../questions/scoring.rules.ts'
import type { Shuffle } from '../questions/student-question.ts'
import { maxAttempts, type Quiz } from '../quizzes/quiz.contract.ts'
import { graceSeconds } from './attempt.contract.ts'

/** A saved answer of an attempt. */
export interface SavedAnswer {
  attempt_id: string
  question_id: VersionReference['question_id']
  answer: Answer | null
  revision: number
  /** Given by a reviewer, in hundredths of a point. */
  score: number | null
  comment: string
}

/** The order that an attempt gives to a list: the same at every call, and different for every attempt. */
export const shuffleOf =
  (attemptId: string): Shuffle =>
  (items, salt) =>
    items
      .map((item, index) => {
        const key = createHash('sha256').update(`${attemptId} ${salt} ${index}`).digest('hex')
        return { item, key }
      })
      .sort((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ item }) => item)

/** How many attempts a person may still begin: of those that are allowed and granted, without those from before a restart. */
export function attemptsLeft(
  begun: readonly { started_at: string }[],
  { attempts_allowed }: Pick<Quiz, 'attempts_allowed'>,
  extras: { extra_quiz_attempts: number; quizzes_restarted_at: string | null },
): number {
  const since = extras.quizzes_restarted_at
  const used = since === null ? begun : begun.filter(({ started_at }) => started_at > since)
  return (attempts_allowed ?? maxAttempts) + extras.extra_quiz_attempts - used.length
}

/** A question of an attempt, and its quiz. */
export type DrawnQuestion = Pick<PoolQuestion, 'id' | 'number' | 'quiz_id'>

/**
 * The questions of an attempt, in its order: those of the quiz that stand in no pool, and of each pool as many as it draws.
 * Those of other quizzes come last, in the order of the draws.
 */
export function drawn(
  questions: readonly PoolQuestion[],
  { draws, shuffle_questions }: Pick<Quiz, 'draws' | 'shuffle_questions'>,
  attemptId: string,
  pools: ReadonlyMap<string, readonly PoolQuestion[]>,
): DrawnQuestion[] {
  const shuffle = shuffleOf(attemptId)
  const pooled = new Set(draws.flatMap(({ label }) => (pools.get(label) ?? []).map(({ id }) => id)))
  const picked = draws.flatMap(({ label, count }) =>
    shuffle(pools.get(label) ?? [], `draw ${label}`).slice(0, count),
  )
  const pickedIds = new Set(picked.map(({ id }) => id))
  const ownIds = new Set(questions.map(({ id }) => id))
  const selected = [
    ...questions.filter(({ id }) => pickedIds.has(id) || !pooled.has(id)),
    ...picked.filter(({ id }) => !ownIds.has(id)),
  ].slice(0, maxQuestions)
  return shuffle_questions ? shuffle(selected, 'questions') : selected
}

/** The end of an attempt: by its limit with the person's extra time, or by the deadline of the lesson, whichever is first. */
export function endOf(
  { time_limit_seconds }: Pick<Quiz, 'time_limit_seconds'>,
  startedAt: string,
  { due_at, extra_quiz_minutes }: { due_at: string | null; extra_quiz_minutes: number },
): Date | null {
  const extra = extra_quiz_minutes * 60
  const ends = [
    ...(time_limit_seconds === null ? [] : [Date.parse(startedAt) + (time_limit_seconds + extra) * 1000]),
    ...(due_at === null ? [] : [Date.parse(due_at)]),
  ]
  return ends.length ? new Date(Math.min(...ends)) : null
}

/** When answers no longer count; null without an end. */
export const lastMoment = ({ ends_at }: { ends_at: string | null }): Date | null =>
  ends_at === null ? null : new Date(Date.parse(ends_at) + graceSeconds * 1000)

/** Whether answers no longer count. */
export function isOver(attempt: { ends_at: string | null }, now: string): boolean {
  const last = lastMoment(attempt)
  return last !== null && Date.parse(now) > last.getTime()
}

/** The points of one answer in hundredths; null while an open one waits for its reviewer. */
export function earned(
  version: QuestionVersion,
  saved: SavedAnswer | undefined,
): { share: Share; points: number } | null {
  if (version.credit === 'full') return { share: { of: 1, all: 1 }, points: version.points }
  if (version.credit === 'none') return { share: { of: 0, all: 1 }, points: 0 }
  const share = shareOf(version, saved?.answer ?? null)
  if (share) return { share, points: version.points }
  const reviewScore = saved?.score ?? null
  // The question may have been worth more when it was reviewed.
  return reviewScore === null
    ? null
    : { share: { of: Math.min(reviewScore, version.points), all: 1 }, points: 1 }
}

/** What a version is worth, in hundredths of a point: nothing once it is dropped. */
export const possible = ({ credit, points }: QuestionVersion): number => (credit === 'none' ? 0 : points)

/** Whether an attempt is over, and an open answer of it waits for its score. */
export const waitsForReview = ({ status, score }: { status: string; score: number | null }): boolean =>
  status !== 'running' && score === null

/** The score of an attempt, which is final once no open answer waits. */
export function scoreOf(
  references: readonly VersionReference[],
  versions: ReadonlyMap<string, QuestionVersion>,
  answers: ReadonlyMap<string, SavedAnswer>,
  passPercent: number,
): { score: number | null; max_score: number; passed: boolean | null } {
  const questions = references.map(name => versions.get(versionKey(name))!)
  const max_score = questions.reduce((sum, version) => sum + possible(version), 0)
  const parts = questions.map(version => earned(version, answers.get(version.question_id)))
  if (parts.some(part => part === null)) return { score: null, max_score, passed: null }
  const score = sumOf(parts.map(part => part!))
  return { score, max_score, passed: passes(score, max_score, passPercent) }
}

/** The result as it is shown; null while there is none. */
export function resultOf({
  score,
  max_score,
  passed,
}: {
  score: number | null
  max_score: number
  passed: boolean | null
}) {
  if (score === null) return null
  return { score, max_score, percent: percentOf(score, max_score), passed: passed ?? false }
}

/** What is known of an attempt when somebody reads it. */
export interface Reading {
  student: boolean
  show: Quiz['show']
  /** Whether it is over, and its result final. */
  finished: boolean
  final: boolean
  /** Whether the person has another attempt, or one that runs. */
  attemptsLeft: boolean
  /** Whether the deadline of the lesson has passed; false without one. */
  deadlinePassed: boolean
}

/** Whether a reader sees the score, and whether the keys. Staff see both. */
export function visibleOf(reading: Reading): { score: boolean; keys: boolean } {
  const { student, show, finished, final } = reading
  if (!student) return { score: final, keys: true }
  const score = final && show !== 'never'
  switch (show) {
    case 'never':
    case 'score':
      return { score, keys: false }
    case 'after_finish':
      return { score, keys: finished }
    case 'after_last_attempt':
      return { score, keys: finished && !reading.attemptsLeft }
    case 'after_deadline':
      return { score, keys: finished && reading.deadlinePassed }
  }
}
