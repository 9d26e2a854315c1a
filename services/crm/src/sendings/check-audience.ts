import { type Caller, Refused } from '@lms/contract'
import type { SchoolRuntime } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { checkPeople } from '../people/check-people.ts'
import { type Need, needsOfSegments, refuseUnreadable } from '../segments/rule-readers.ts'
import { type Audience, audienceRefusals, listsOf, segmentsOfAudience } from './audience.ts'

/**
 * Refuses people and segments whom the school does not have, and an audience that the caller may not read: what is sent tells
 * who was in it.
 */
export async function checkAudience(
  audience: Audience,
  { caller, ...ctx }: { runtime: SchoolRuntime; caller: Caller },
  stores: Pick<Stores, 'people' | 'segments'>,
): Promise<void> {
  const all = listsOf(audience)
  const needs = await Promise.all(all.map(each => needsOfLists(each, stores)))
  refuseUnreadable(needs.flat(), caller)
  const userIds = [...new Set(all.flatMap(({ lists }) => lists.user_ids))]
  const [unknown] = await Promise.all([
    stores.segments.unknown([...new Set(segmentsOfAudience(audience))]),
    checkPeople(userIds, ctx, stores),
  ])
  if (unknown.length) throw new Refused(audienceRefusals.audience_unknown)
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
