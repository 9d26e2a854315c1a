import {
  atMost,
  crud,
  distinct,
  filter,
  full,
  id,
  reference,
  refuse,
  stamps,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { User } from '../../people/users/user.contract.ts'

const maxCourses = 20
const maxGroups = 10_000

export const Group = z.object({
  id: id('grp'),
  name: text(200, 1)
    .meta({ examples: ['Spring'] })
    .describe('Shown in lists and to the members of the group.'),
  description: text(10_000).describe('What the group is for, for all who may read it; empty for nothing.'),
  curator_id: id('usr')
    .nullable()
    .describe('The person who looks after the members, of role curator or above.'),
  starts_at: timestamp().nullable().describe('When the flow starts. A group with a start date is a flow.'),
  ends_at: timestamp()
    .nullable()
    .describe(
      'When the flow ends: its lessons close to those who study in it. Null for never; it needs starts_at, and is later.',
    ),
  course_ids: distinct(reference(['crs']), maxCourses).describe(
    'Courses that members may access, each once. Members have access while they are in the group, within seconds of a change.',
  ),
  ...stamps,
})
export type Group = z.infer<typeof Group>

export const refusals = refuse({
  groups_limit_reached: full(maxGroups, 'groups', 'Delete one that has no members.'),
  curator_invalid: {
    status: 422,
    when: 'curator_id is not the id of an active person of the school of role curator or above',
    message: 'curator_id must be the id of an active person of this school of role curator or above.',
  },
  flow_end_invalid: {
    status: 422,
    when: 'ends_at is there without starts_at, or is not later',
    message: 'ends_at needs a starts_at, and is later than it.',
  },
  group_not_empty: {
    status: 409,
    when: 'the group has members',
    message: 'This group has members. Remove or transfer them first.',
  },
})

export const groups = crud('/v1/groups', Group, {
  names: ['a group', 'groups'],
  bound: atMost(maxGroups, refusals.groups_limit_reached),
  summaries: {
    list: 'List groups and flows; curators see those assigned to them, students their own',
    create: 'Create a group, or a flow with a start date',
    update: 'Change name, description, curator, flow start date or courses',
    delete: 'Delete an empty group',
  },
  defaults: { description: '', course_ids: [] },
  otherFilters: { user_id: filter.id('usr'), course_id: filter.id('crs') },
  sorts: ['created_at', 'updated_at', 'name'],
  search: true,
  expands: { curator: { key: 'curator_id', permission: 'users:read', returns: User } },
  refuses: {
    create: [refusals.curator_invalid, refusals.flow_end_invalid],
    update: [refusals.curator_invalid, refusals.flow_end_invalid],
    delete: [refusals.group_not_empty],
  },
  examples: {
    create: {
      name: 'Spring',
      curator_id: 'usr_01h455vb4pex5vsknk084sn02q',
      course_ids: ['crs_01h455vb4pex5vsknk084sn02q'],
    },
    update: {
      name: 'Autumn',
      curator_id: 'usr_01h455vb4pex5vsknk084sn02q',
      course_ids: ['crs_01h455vb4pex5vsknk084sn02q'],
    },
  },
})
