import {
  C,
  deleted,
  filter,
  G,
  id,
  L,
  M,
  moment,
  reference,
  refuse,
  resource,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { User } from '../users/user.contract.ts'

export const Group = z.object({
  id: id('grp'),
  name: text(200).meta({ examples: ['Spring'] }),
  description: text(10_000),
  curator_id: id('usr')
    .nullable()
    .describe('Who looks after the members: a person of role curator or above.'),
  starts_at: timestamp().nullable().describe('When the flow starts. A group with a start date is a flow.'),
  course_ids: z
    .array(id('crs'))
    .describe('Courses that members study: each gives them access while they are members.'),
  version: z.int(),
  created_at: timestamp(),
  updated_at: timestamp(),
})
export type Group = z.infer<typeof Group>

const mostCourses = 20

export const refusals = refuse({
  curator_unfit: {
    status: 422,
    when: 'curator_id names nobody of the school who is active and of role curator or above',
    message: 'curator_id must name an active person of this school whose role is curator or above.',
  },
  group_not_empty: {
    status: 409,
    when: 'the group has members',
    message: 'This group has members. Remove or transfer them first: deleting it would lose data.',
  },
})

const courseIds = () =>
  z
    .array(reference(['crs']))
    .max(mostCourses)
    .overwrite(ids => [...new Set(ids)])

export const groups = resource({
  list: L('GET /v1/groups', {
    summary: 'List groups and flows; curators see the ones assigned to them, students their own',
    permission: 'groups:read',
    returns: Group,
    list: {
      filters: {
        user_id: filter.id('usr'),
        course_id: filter.id('crs'),
      },
      sorts: ['created_at', 'updated_at', 'name'],
      search: true,
      expands: { curator: { key: 'curator_id', permission: 'users:read', returns: User } },
    },
  }),
  create: C('POST /v1/groups', {
    summary: 'Create a group, or a flow by giving it a start date',
    permission: 'groups:write',
    body: z.strictObject({
      name: text(200, 1),
      description: text(10_000).default(''),
      curator_id: id('usr').nullish(),
      starts_at: moment().nullish(),
      course_ids: courseIds().default([]),
    }),
    example: {
      name: 'Spring',
      curator_id: 'usr_01h455vb4pex5vsknk084sn02q',
      course_ids: ['crs_01h455vb4pex5vsknk084sn02q'],
    },
    returns: Group,
    refuses: [refusals.curator_unfit],
  }),
  get: G('GET /v1/groups/{id}', { summary: 'Get a group', permission: 'groups:read', returns: Group }),
  change: M('PATCH /v1/groups/{id}', {
    summary: 'Change name, description, curator, flow start date or courses',
    permission: 'groups:write',
    body: z.strictObject({
      name: text(200, 1).optional(),
      description: text(10_000).optional(),
      curator_id: id('usr').nullable().optional(),
      starts_at: moment().nullable().optional(),
      course_ids: courseIds()
        .optional()
        .describe('The whole list; members lose and gain access within seconds.'),
    }),
    example: {
      name: 'Autumn',
      curator_id: 'usr_01h455vb4pex5vsknk084sn02q',
      course_ids: ['crs_01h455vb4pex5vsknk084sn02q'],
    },
    returns: Group,
    refuses: [refusals.curator_unfit],
  }),
  remove: M('DELETE /v1/groups/{id}', {
    summary: 'Delete an empty group',
    permission: 'groups:write',
    returns: deleted(id('grp')),
    refuses: [refusals.group_not_empty],
  }),
})
