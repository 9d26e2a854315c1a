import { type Caller, Refused } from '@lms/contract'
import type { SchoolRuntime } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { checkPeople } from '../people/check-people.ts'
import { type Need, needsOfSegments, refuseUnreadable } from '../segments/rule-readers.ts'
import { type Audience, audienceRefusals } from './audience.ts'

/**
 * Refuses people and segments whom the school does not have, and an audience that the caller may not read: what is sent tells
 * who was in it.
 */
export async function checkAudience(
  audience: Audience,
  { caller, ...ctx }: { runtime: SchoolRuntime; caller: Caller },
  stores: Pick<Stores, 'people' | 'segments' | 'mailings'>,
): Promise<void> {
  await checkReading(audience, caller, stores)
  const { responses } = audience
  const [unknown, mailing] = await Promise.all([
    stores.segments.unknown(audience.segment_ids),
    responses === null ? null : stores.mailings.find(responses.mailing_id),
    checkPeople(audience.user_ids, ctx, stores),
  ])
  if (unknown.length || (responses !== null && !mailing)) throw new Refused(audienceRefusals.audience_unknown)
}

/** Refuses an audience whose tags, groups or segments the caller may not read. */
export async function checkReading(
  { segment_ids, tag_ids, group_ids, responses }: Audience,
  caller: Caller,
  stores: Pick<Stores, 'segments'>,
): Promise<void> {
  const needs: Need[] = [
    ...(tag_ids.length ? [{ path: 'body.audience.tag_ids', permissions: ['users:read' as const] }] : []),
    ...(group_ids.length ? [{ path: 'body.audience.group_ids', permissions: ['groups:read' as const] }] : []),
    ...(responses
      ? [
          {
            path: 'body.audience.responses',
            permissions: ['mailings:read' as const, 'messages:read' as const],
          },
        ]
      : []),
    ...(await needsOfSegments(segment_ids, 'body.audience.segment_ids', stores)),
  ]
  refuseUnreadable(needs, caller)
}
