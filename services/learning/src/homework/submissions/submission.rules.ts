// Lateness, penalties and terms of homework: pure functions.

import { afterFreezes, type Freeze, instantOf, localOf } from '../../study/openings/calendar-days.ts'
import type { Assignment } from '../assignments/assignment.contract.ts'
import type { Submission } from './submission.object.ts'

/** Whether it is to be sent again after a return, whose deadline counts then: a withdrawal does not lift it. */
export const isReturned = ({ status, history }: Pick<Submission, 'status' | 'history'>): boolean =>
  status === 'returned' || (status === 'withdrawn' && wasReturned({ history }))

/** Whether an attempt of it was returned: the deadline of the last return counts. */
export const wasReturned = ({ history }: Pick<Submission, 'history'>): boolean =>
  history.some(({ status }) => status === 'returned')

/** The calendar day of an instant in a time zone, as a number of days. */
function dayOf(at: string, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(
    Date.parse(at),
  )
  return Date.parse(`${parts}T00:00:00Z`) / 86_400_000
}

/** Calendar days by which something sent is late in this zone; 0 in time, and at least 1 after the deadline. */
export function daysLate(sentAt: string, deadlineAt: string | null, zone: string): number {
  if (deadlineAt === null || sentAt <= deadlineAt) return 0
  return Math.max(1, dayOf(sentAt, zone) - dayOf(deadlineAt, zone))
}

/** The deadline of the lesson for a student, and what moves the deadlines of returns. */
export interface LessonTerms {
  due_at: string | null
  zone: string
  freezes: readonly Freeze[]
  now: string
}

type Attempts = Submission['history']
type Attempt = Attempts[number]

/** The deadline of a return, later by the days of leave since; a leave that ran already counts from the return. */
export function deadlineOfReturn(
  { decided_at, return_due_at }: Pick<Attempt, 'decided_at' | 'return_due_at'>,
  { zone, freezes, now }: Omit<LessonTerms, 'due_at'>,
): string | null {
  if (return_due_at === null || decided_at === null) return return_due_at
  const since = freezes.flatMap(({ from, to }) =>
    to !== null && to <= decided_at ? [] : { from: from < decided_at ? decided_at : from, to },
  )
  return instantOf(afterFreezes(localOf(return_due_at, zone), { zone, freezes: since, now }), zone)
}

/** The attempt before the last one that was returned, whatever was withdrawn since. */
const returnBefore = (history: Attempts): number =>
  history.slice(0, -1).findLastIndex(({ status }) => status === 'returned')

/** Whether the last attempt answers a return that gave no deadline: it is never too late. */
export function isRework(history: Attempts): boolean {
  const returned = history[returnBefore(history)]
  return returned !== undefined && returned.return_due_at === null
}

/** The deadline of the last attempt as it holds now, and how late that is. Rework without one is as late as what it reworks. */
export function latenessOf(
  history: Attempts,
  { late }: Pick<Assignment, 'late'>,
  terms: LessonTerms,
): Pick<Submission, 'due_at' | 'days_late'> {
  const last = history.at(-1)!
  const index = returnBefore(history)
  if (isRework(history)) return latenessOf(history.slice(0, index + 1), { late }, terms)
  const returned = history[index]
  const due_at = returned ? deadlineOfReturn(returned, terms) : terms.due_at
  const days_late = late === 'accept' ? 0 : daysLate(last.changed_at ?? last.sent_at, due_at, terms.zone)
  return { due_at, days_late }
}

/** The score that counts: each day of delay costs a share of it, rounded half up once. */
export function scoreAfter(
  score: number | null,
  late: number,
  { late: rule, penalty_percent }: Pick<Assignment, 'late' | 'penalty_percent'>,
): number | null {
  if (score === null || rule !== 'penalty' || late === 0) return score
  const remainingPercent = Math.max(0, 100 - late * (penalty_percent ?? 0))
  return Math.floor((score * remainingPercent * 2 + 100) / 200)
}
