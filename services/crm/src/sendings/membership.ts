// Whether a person is in an audience now, and by which of its parts.
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { userFacts } from '@lms/users/contract'
import type { Stores } from '../builder.ts'
import type { Audience } from './audience.ts'
import type { Membership } from './membership.object.ts'

/** How a person stands to an audience. Asks the users service: before anything is locked. */
export async function membershipOf(
  userId: Id<'usr'>,
  { everyone, user_ids, tag_ids, group_ids, segment_ids, responses }: Audience,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  { segments, segmentMembers, messages }: Pick<Stores, 'segments' | 'segmentMembers' | 'messages'>,
): Promise<Membership> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const [{ people }, rows, standingIn, responded] = await Promise.all([
    runtime.client('users', { userFacts }, scope).userFacts.find({ body: { ids: [userId] } }),
    segments.many(segment_ids),
    segmentMembers.standings([userId], segment_ids),
    responses ? messages.responding(responses, { only: userId, most: 1 }) : [],
  ])
  const person = people[0]
  const inSegment = (segment: string) => {
    const row = rows.find(each => each.id === segment)
    return row !== undefined && standingIn(row.id, row.generation, userId)?.member === true
  }
  const found: Membership['parts'] = [
    ...(everyone ? [{ part: 'everyone' as const, id: null, matches: true }] : []),
    ...(user_ids.length ? [{ part: 'user_ids' as const, id: null, matches: user_ids.includes(userId) }] : []),
    ...tag_ids.map(tag => ({
      ...{ part: 'tag_ids' as const, id: tag },
      matches: person?.tag_ids.includes(tag) === true,
    })),
    ...group_ids.map(group => ({
      ...{ part: 'group_ids' as const, id: group },
      matches: person?.group_ids.includes(group) === true,
    })),
    ...segment_ids.map(segment => ({
      ...{ part: 'segment_ids' as const, id: segment },
      matches: inSegment(segment),
    })),
    ...(responses
      ? [{ part: 'responses' as const, id: responses.mailing_id, matches: responded.length > 0 }]
      : []),
  ]
  const active = person?.status === 'active'
  return { included: active && found.some(({ matches }) => matches), active, parts: found }
}
