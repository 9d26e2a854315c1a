// Lateness, penalties and terms of homework: pure functions.
import type { Assignment } from '../assignments/assignment.contract.ts'
import type { Submission } from './submission.object.ts'

/** Whether it is to be sent again after a return, whose deadline counts then: a withdrawal does not lift it. */
export const isReturned = ({ status, history }: Pick<Submission, 'status' | 'history'>): boolean =>
  status === 'returned' || (status === 'withdrawn' && wasReturned({ history }))

/** Whether an attempt of it was returned: the deadline of the last return counts, and none if that gave none. */
export const wasReturned = ({ history }: Pick<Submission, 'history'>): boolean =>
  history.some(({ status }) => status === 'returned')

const hourMs = 3_600_000

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

/** When an answer is to be reviewed. */
export const reviewDue = (sentAt: string, { review_hours }: Pick<Assignment, 'review_hours'>): Date =>
  new Date(Date.parse(sentAt) + review_hours * hourMs)

/** How long a claim holds without a sign of its holder. */
export const claimMs = hourMs
export const claimEnd = (now: string): Date => new Date(Date.parse(now) + claimMs)
