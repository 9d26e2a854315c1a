import { A, deleted, event, id, LN, M, oneOf, refuse, resource, timestamp } from '@lms/contract'
import { z } from 'zod'
import { User } from '../../people/users/user.contract.ts'

export const memberSources = ['manual', 'order'] as const

export const Member = z.object({
  id: id('usr').describe('The same as user_id, which identifies the membership within its group.'),
  user_id: id('usr'),
  group_id: id('grp'),
  source: oneOf(memberSources).describe('How the person joined: manually, or by a paid order.'),
  order_id: id('ord').nullable().describe('The order that gave the place.'),
  created_at: timestamp().describe('When the person joined.'),
})
export type Member = z.infer<typeof Member>

/** Maximum members that one call adds. */
export const maxAdded = 10_000

export const refusals = refuse({
  user_unknown: {
    status: 422,
    when: 'user_id is not the id of a person of the school, or the person is deleted',
    message: 'user_id must be the id of a person of this school.',
  },
})

const related = ['user_id', 'group_id'] as const
export const groupJoined = event('user.group_joined', {
  when: 'a person joined a group or flow',
  object: Member,
  related,
})
export const groupLeft = event('user.group_left', {
  when: 'a person left a group or flow',
  object: Member,
  related,
})

export const members = resource({
  list: LN('GET /v1/groups/{id}/members', {
    summary: 'List the members of a group; students see only themselves',
    permission: 'groups:read',
    returns: Member,
    list: {
      filters: {},
      sorts: ['created_at'],
      expands: { user: { key: 'user_id', permission: 'users:read', returns: User } },
    },
  }),
  add: A('POST /v1/groups/{id}/members', {
    summary: `Add one member, or up to ${maxAdded} at once; blocked people may be added, deleted people may not`,
    permission: 'groups:write',
    body: z
      .strictObject({
        user_id: id('usr').optional(),
        user_ids: z.array(id('usr')).min(1).max(maxAdded).optional(),
      })
      .refine(
        ({ user_id, user_ids }) => (user_id === undefined) !== (user_ids === undefined),
        'give either user_id or user_ids',
      ),
    example: { user_ids: ['usr_01h455vb4pex5vsknk084sn02q'] },
    returns: z.object({
      added: z.array(id('usr')).describe('The people who are members now and were not before.'),
      already_members: z.array(id('usr')).describe('The people who were members before.'),
      unknown: z.array(id('usr')).describe('Ids in user_ids that are no people of this school.'),
    }),
    refuses: [refusals.user_unknown],
    emits: [groupJoined],
    bound: 'event',
  }),
  delete: M('DELETE /v1/groups/{id}/members/{userId}', {
    summary: 'Remove a member; accesses from the group end',
    permission: 'groups:write',
    returns: deleted(id('usr')),
    emits: [groupLeft],
  }),
})
