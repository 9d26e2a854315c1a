// What a person would get of a mailing, whether they would, and why not: nothing is sent or kept.
import { formatTime, type Permission } from '@lms/contract'
import type { Stores } from '../builder.ts'
import { lacksSubject } from '../content/source.ts'
import { foreseen } from '../dispatch/foresee.ts'
import { refuseUnreadable } from '../segments/rule-readers.ts'
import { checkReading } from '../sendings/check-audience.ts'
import { membershipOf } from '../sendings/membership.ts'
import { filledMailing, type TestInput } from './filled-mailing.ts'

/** The verdict tells what each of these shows by itself. */
const verdictNeeds: readonly Permission[] = ['messages:read', 'preferences:read', 'suppressions:read']

/** The answer to a dry run for the person of a test. Asks other services: before anything is locked. */
export async function runDry(input: TestInput, stores: Stores) {
  const user_id = input.body.user_id!
  refuseUnreadable(
    verdictNeeds.map(permission => ({ path: 'body.dry_run', permissions: [permission] })),
    input.caller,
  )
  const { mailing, school, content, missing } = await filledMailing(input, stores)
  await checkReading(mailing.audience, input.caller, stores)
  const { transport, topic } = mailing
  const [verdict, audience, message] = await Promise.all([
    foreseen({ user_id, transport, topic }, school.time_zone, input, stores),
    membershipOf(user_id, mailing.audience, input, stores),
    stores.messages.ofPerson(mailing.id, user_id),
  ])
  const skipped = verdict !== 'go' && 'skip' in verdict ? verdict.skip : null
  const holdUntil = verdict !== 'go' && 'holdUntil' in verdict ? verdict.holdUntil : null
  return {
    results: [],
    missing,
    dry_run: {
      content,
      reason:
        skipped ?? (missing.length || lacksSubject(transport, content) ? ('template_error' as const) : null),
      send_after: holdUntil && formatTime(holdUntil),
      audience,
      message: message && { id: message.id, status: message.status, reason: message.reason },
    },
  }
}
