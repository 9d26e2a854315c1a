import { type Caller, hasPermission, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { hostPath } from '../links/entry-token.ts'
import { refusals } from './session.contract.ts'
import type { SessionAnswer, WebinarSession } from './session.object.ts'

/** Whether the caller is no staff: a student, or a web page. */
export const isOutsider = ({ kind, role }: Pick<Caller, 'kind' | 'role'>): boolean =>
  kind === 'publishable' || role === 'student'

/** The session as the caller reads it: participants are led to the video by their own entry. */
export function sessionFor(
  session: WebinarSession,
  { caller, work, runtime }: Pick<Work, 'work' | 'runtime'> & { caller: Caller },
): SessionAnswer {
  if (isOutsider(caller)) {
    const registered_count = caller.kind === 'publishable' ? null : session.registered_count
    return { ...session, registered_count, join_url: null, host_path: null }
  }
  const isToCome = session.status === 'scheduled' || session.status === 'live'
  // Whoever leads can end the room: to read sessions is not enough.
  const mayLead = hasPermission(caller.rights, 'webinar-sessions:write')
  return {
    ...session,
    host_path: isToCome && mayLead ? hostPath(runtime.vault, work.school, session.id) : null,
  }
}

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

/** Whether a session has a video that can be entered now. */
export const isVideoOpen = ({ status, video, video_status, join_url }: WebinarSession): boolean =>
  status === 'live' && (video === 'link' ? join_url !== null : video_status === 'open')
