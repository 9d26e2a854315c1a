// Whether a person is in an audience now, and by which of its parts.
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { userFacts } from '@lms/users/contract'
import type { Stores } from '../builder.ts'
import { type Audience, type Lists, segmentsOfAudience } from './audience.ts'
import type { Membership } from './membership.object.ts'

type Part = Membership['parts'][number]

/** How a person stands to an audience. Asks the users service: before anything is locked. */
export async function membershipOf(
  userId: Id<'usr'>,
  audience: Audience,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  { segments, segmentMembers, messages }: Pick<Stores, 'segments' | 'segmentMembers' | 'messages'>,
): Promise<Membership> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { everyone, responses } = audience
  const segmentIds = [...new Set(segmentsOfAudience(audience))]
  const [{ people }, rows, standingIn, responded] = await Promise.all([
    runtime.client('users', { userFacts }, scope).userFacts.find({ body: { ids: [userId] } }),
    segments.many(segmentIds),
    segmentMembers.standings([userId], segmentIds),
    responses ? messages.responding(responses, { only: userId, most: 1 }) : [],
  ])
  const person = people[0]
  const inSegment = (segment: string) => {
    const row = rows.find(each => each.id === segment)
    return row !== undefined && standingIn(row.id, row.generation, userId)?.member === true
  }
  const partsOf = ({ user_ids, tag_ids, group_ids, segment_ids }: Lists, excludes: boolean): Part[] => [
    ...(user_ids.length
      ? [{ part: 'user_ids' as const, id: null, excludes, matches: user_ids.includes(userId) }]
      : []),
    ...tag_ids.map(tag => ({
      ...{ part: 'tag_ids' as const, id: tag, excludes },
      matches: person?.tag_ids.includes(tag) === true,
    })),
    ...group_ids.map(group => ({
      ...{ part: 'group_ids' as const, id: group, excludes },
      matches: person?.group_ids.includes(group) === true,
    })),
    ...segment_ids.map(segment => ({
      ...{ part: 'segment_ids' as const, id: segment, excludes },
      matches: inSegment(segment),
    })),
  ]
  const parts: Part[] = [
    ...(everyone ? [{ part: 'everyone' as const, id: null, excludes: false, matches: true }] : []),
    ...partsOf(audience, false),
    ...(responses
      ? [
          {
            ...{ part: 'responses' as const, id: responses.mailing_id, excludes: false },
            matches: responded.length > 0,
          },
        ]
      : []),
    ...(audience.exclude ? partsOf(audience.exclude, true) : []),
  ]
  const active = person?.status === 'active'
  const isNamed = parts.some(({ matches, excludes }) => matches && !excludes)
  const isExcluded = parts.some(({ matches, excludes }) => matches && excludes)
  return { included: active && isNamed && !isExcluded, active, parts }
}
