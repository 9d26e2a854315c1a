// Whether a person is in an audience now, and by which of its parts.
import { type Id, oneOf } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { userFacts } from '@lms/users/contract'
import { z } from 'zod'
import type { Stores } from '../builder.ts'
import type { Audience } from './audience.ts'

const parts = ['everyone', 'user_ids', 'tag_ids', 'group_ids', 'segment_ids', 'responses'] as const

export const Membership = z.object({
  included: z
    .boolean()
    .describe('Whether the person is in the audience now. That of a mailing is taken when it begins.'),
  active: z.boolean().describe('Whether the person is active: nobody else is in an audience.'),
  parts: z
    .array(
      z.object({
        part: oneOf(parts).describe('The field of the audience.'),
        id: z
          .string()
          .nullable()
          .describe('The tag, group, segment or mailing; null for `everyone` and `user_ids`.'),
        matches: z.boolean().describe('Whether the person is in it.'),
      }),
    )
    .describe('Everything that the audience names: the person is in it if one of these matches.'),
})
export type Membership = z.infer<typeof Membership>

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
