// When a mailing, a campaign or a message may leave, and what it needs for it. Pure.
import { Refused, refuse } from '@lms/contract'
import type { TransportKind } from '../addresses/kinds.ts'

/** Days ahead for which a start can be set. */
export const horizonDays = 366
/** A clock may be behind, and a request takes its time. */
const toleranceMs = 5 * 60_000
const dayMs = 86_400_000

export const startRefusals = refuse({
  start_time_invalid: {
    status: 422,
    when: `the time is past, or more than ${horizonDays} days ahead`,
    message: `The time must not be past, and at most ${horizonDays} days ahead. Leave it out to begin now.`,
  },
  subject_missing: {
    status: 409,
    when: 'an e-mail has no subject',
    message: 'An e-mail needs a subject. Set it first, with PATCH.',
  },
})

/** Refuses a start for a time that is past, or too far ahead. */
export function checkStart(at: string | null, now: string): void {
  if (at === null) return
  const ahead = Date.parse(at) - Date.parse(now)
  if (ahead < -toleranceMs || ahead > horizonDays * dayMs) throw new Refused(startRefusals.start_time_invalid)
}

/** Refuses a time too far ahead; one that is past is now. */
export function checkHorizon(at: string | null, now: string): void {
  if (at !== null && at > now) checkStart(at, now)
}

/** Refuses e-mails without a subject. */
export function checkSubjects(
  contents: readonly { readonly transport: TransportKind; readonly subject: string }[],
): void {
  if (contents.some(({ transport, subject }) => transport === 'email' && subject.trim() === ''))
    throw new Refused(startRefusals.subject_missing)
}
