// What a person would get of a mailing, whether they would, and why not: nothing is sent or kept.
import type { Stores } from '../builder.ts'
import { foreseen } from '../dispatch/foresee.ts'
import { checkReading } from '../sendings/check-audience.ts'
import { membershipOf } from '../sendings/membership.ts'
import { filledMailing, type TestInput } from './filled-mailing.ts'

/** The answer to a dry run for the person of a test. Asks other services: before anything is locked. */
export async function runDry(input: TestInput, stores: Stores) {
  const user_id = input.body.user_id!
  const { mailing, school, content, missing } = await filledMailing(input, stores)
  await checkReading(mailing.audience, input.caller, stores)
  const { transport, topic } = mailing
  const [verdict, audience, message] = await Promise.all([
    foreseen({ user_id, transport, topic }, school.time_zone, input, stores),
    membershipOf(user_id, mailing.audience, input, stores),
    stores.messages.ofPerson(mailing.id, user_id),
  ])
  const skipped = verdict !== 'go' && 'skip' in verdict ? verdict.skip : null
  const held = verdict !== 'go' && 'holdUntil' in verdict ? verdict.holdUntil : null
  return {
    results: [],
    missing,
    dry_run: {
      content,
      reason: skipped ?? (missing.length ? ('template_error' as const) : null),
      send_after: held === null ? null : held.toISOString().replace('Z', '+00:00'),
      audience,
      message: message && { id: message.id, status: message.status, reason: message.reason },
    },
  }
}
