import { type Caller, Refused } from '@lms/contract'
import { refusals } from './session.contract.ts'
import type { WebinarSession } from './session.object.ts'

/** Whether the caller is no staff: a student, or a web page. */
export const isOutsider = ({ kind, role }: Pick<Caller, 'kind' | 'role'>): boolean =>
  kind === 'publishable' || role === 'student'

/** The session as the caller reads it: participants are led to the video by their own entry. */
export const shownTo = <S extends WebinarSession>(session: S, caller: Caller): S =>
  isOutsider(caller) ? { ...session, join_url: null } : session

/** Refuses seats below the number of registrations. */
export function refuseTooFewSeats(session: WebinarSession, seats: number | null | undefined): void {
  if (seats && seats < session.registered_count) throw new Refused(refusals.seats_taken)
}

const closed = {
  live: refusals.session_live,
  finished: refusals.session_finished,
  canceled: refusals.session_canceled,
} as const

/** Refuses to move a session that has begun or is called off. */
export function refuseMoving({ status }: WebinarSession): void {
  if (status !== 'scheduled') throw new Refused(closed[status])
}
