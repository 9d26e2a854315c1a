// When a lesson and a course are completed: pure functions.
import type { CompletionRule } from '../../course/lessons/lesson.contract.ts'
import { type Segment, secondsOf } from './watched.rules.ts'

/** What a person has done in a lesson. */
export interface Done {
  viewed_percent: number
  marked_at: string | null
  quiz_passed_at: string | null
  homework_accepted_at: string | null
}

/** Whether the lesson is completed with what was done. */
export function isComplete({ match, conditions, viewed_percent }: CompletionRule, done: Done): boolean {
  const holds = {
    viewed: done.viewed_percent >= viewed_percent,
    marked: done.marked_at !== null,
    quiz: done.quiz_passed_at !== null,
    homework: done.homework_accepted_at !== null,
  }
  return match === 'all'
    ? conditions.every(condition => holds[condition])
    : conditions.some(condition => holds[condition])
}

/** A block of a lesson, with what was reported of it: null if nothing was. */
export interface SeenBlock {
  length: number | null
  watched: readonly Segment[] | null
}

/**
 * The viewed share of a lesson: that of its seconds; where no block has a length, that of its blocks. 100 only for all
 * of it.
 */
export function viewedPercent(blocks: readonly SeenBlock[]): number {
  const timed = blocks.filter(({ length }) => length !== null)
  if (timed.length === 0) return share(blocks.filter(({ watched }) => watched !== null).length, blocks.length)
  const seconds = timed.map(({ length, watched }) => Math.min(length!, secondsOf(watched ?? [])))
  return share(sum(seconds), sum(timed.map(({ length }) => length!)))
}

/** The percentage of completed lessons: whole, and 100 only for all. */
export const share = (done: number, of: number): number =>
  of === 0 ? 0 : Math.min(100, Math.floor((100 * done) / of))

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
