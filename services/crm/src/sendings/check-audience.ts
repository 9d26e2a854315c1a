import { type Caller, Refused } from '@lms/contract'
import type { SchoolRuntime } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { checkPeople } from '../people/check-people.ts'
import { type Need, needsOfSegments, refuseUnreadable } from '../segments/rule-readers.ts'
import type { CrmSettings } from '../settings/crm-settings.ts'
import { type Audience, audienceRefusals, listsOf, segmentsOfAudience } from './audience.ts'

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
  const userIds = [...new Set(listsOf(audience).flatMap(({ lists }) => lists.user_ids))]
  const [unknown, mailing] = await Promise.all([
    stores.segments.unknown([...new Set(segmentsOfAudience(audience))]),
    responses === null ? null : stores.mailings.find(responses.mailing_id),
    checkPeople(userIds, ctx, stores),
  ])
  if (unknown.length || (responses !== null && !mailing)) throw new Refused(audienceRefusals.audience_unknown)
}

/** Refuses people who have not opened a mailing where nobody knows that: it would go again to all of them. */
export async function checkMeasured(
  { responses }: Audience,
  { tracking }: Pick<CrmSettings, 'tracking'>,
  { mailings }: Pick<Stores, 'mailings'>,
): Promise<void> {
  if (responses?.who !== 'not_opened') return
  const mailing = tracking.opens ? await mailings.find(responses.mailing_id) : null
  if (mailing?.transport !== 'email') throw new Refused(audienceRefusals.audience_unmeasured)
}

/** Refuses an audience whose tags, groups or segments the caller may not read. */
export async function checkReading(
  audience: Audience,
  caller: Caller,
  stores: Pick<Stores, 'segments'>,
): Promise<void> {
  const needs = await Promise.all(listsOf(audience).map(each => needsOfLists(each, stores)))
  const { responses } = audience
  const permissions = ['mailings:read' as const, 'messages:read' as const]
  refuseUnreadable(
    [...needs.flat(), ...(responses ? [{ path: 'body.audience.responses', permissions }] : [])],
    caller,
  )
}

type ListsAtPath = ReturnType<typeof listsOf>[number]

const needsOfLists = async (
  { path, lists: { tag_ids, group_ids, segment_ids } }: ListsAtPath,
  stores: Pick<Stores, 'segments'>,
): Promise<Need[]> => [
  ...(tag_ids.length ? [{ path: `${path}.tag_ids`, permissions: ['users:read' as const] }] : []),
  ...(group_ids.length ? [{ path: `${path}.group_ids`, permissions: ['groups:read' as const] }] : []),
  ...(await needsOfSegments(segment_ids, `${path}.segment_ids`, stores)),
]
