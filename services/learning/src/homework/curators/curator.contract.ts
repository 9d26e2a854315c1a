import {
  atMost,
  C,
  deleted,
  id,
  L,
  moment,
  oneOf,
  reference,
  refuse,
  resource,
  stamps,
  timestamp,
  U,
} from '@lms/contract'
import { z } from 'zod'
import { byCourse, personBy } from '../../relations/relation.contract.ts'

const maxCurators = 2000

export const Curator = z.object({
  id: id('cur'),
  curator_id: id('usr').describe('Who reviews.'),
  user_id: id('usr')
    .nullable()
    .describe('The student whose work it is: homework, and open answers of quizzes.'),
  group_id: id('grp').nullable().describe('The flow whose work it is.'),
  course_id: id('crs').nullable().describe('The course whose work it is.'),
  max_load: z
    .int32()
    .min(1)
    .max(1000)
    .nullable()
    .describe('How many answers the curator may have in review; null without a limit.'),
  absence_starts_at: timestamp()
    .nullable()
    .describe('The start of the absence; null if the curator is there.'),
  absence_ends_at: timestamp().nullable().describe('The end of the absence; null for an open end.'),
  source: oneOf(['manual', 'group']).describe(
    '`group` for the curator that a group names, who ends with it.',
  ),
  load: z.int32().min(0).describe('How many answers the curator has in review now.'),
  ...stamps,
})
export type Curator = z.infer<typeof Curator>

export const refusals = refuse({
  curators_limit_reached: {
    status: 409,
    when: 'the school has the maximum number of assignments of curators',
    message: `A school assigns curators at most ${maxCurators} times. Assign them to flows or courses, not to persons.`,
  },
  curator_scope_invalid: {
    status: 422,
    when: 'not exactly one of user_id, group_id and course_id is there',
    message: 'Send exactly one of user_id, group_id and course_id.',
  },
  curator_person_unknown: {
    status: 422,
    when: 'curator_id or user_id is not a person of the school',
    message: 'curator_id and user_id must be people of this school.',
  },
  curator_course_unknown: {
    status: 422,
    when: 'course_id is not a course of the school',
    message: 'course_id must be a course of this school.',
  },
  curator_absence_invalid: {
    status: 422,
    when: 'the absence ends before it begins, or has no beginning',
    message: 'absence_ends_at needs an earlier absence_starts_at.',
  },
  curator_assignment_exists: {
    status: 409,
    when: 'another assignment of the curator has this scope',
    message: 'The curator has this scope by another assignment. Release one of them.',
  },
  curator_named_by_group: {
    status: 409,
    when: 'the group names the curator',
    message: 'Change curator_id of the group: its curator is assigned as long as the group names them.',
  },
  curator_assignment_unknown: {
    status: 422,
    when: 'there is no such assignment of a curator',
    message: 'id must be that of an entry of GET /v1/curators.',
  },
})

export const curators = resource({
  list: L('GET /v1/curators', {
    summary: 'List the assignments of curators with their current load; curators see their own',
    permission: 'curators:read',
    returns: Curator,
    list: {
      filters: {},
      sorts: ['created_at', 'updated_at'],
      expands: {
        curator: personBy('curator_id', 'curators:read'),
        user: personBy('user_id', 'curators:read'),
        course: byCourse,
      },
    },
  }),
  assign: C('POST /v1/curators', {
    summary:
      'Assign a curator to a person, flow or course; repeat to change what is sent, by id also the scope',
    permission: 'curators:write',
    body: z.strictObject({
      id: id('cur')
        .optional()
        .describe('The assignment that is changed; otherwise that of this curator and scope.'),
      curator_id: id('usr').describe('The person who is to review.'),
      user_id: id('usr')
        .nullable()
        .default(null)
        .describe('The student whose work it is: homework, and open answers of quizzes.'),
      group_id: reference(['grp']).nullable().default(null).describe('The flow whose work it is.'),
      course_id: id('crs').nullable().default(null).describe('The course whose work it is.'),
      max_load: Curator.shape.max_load
        .optional()
        .describe(
          'How many answers the curator may have in review; null without a limit. It stays if not sent.',
        ),
      absence_starts_at: moment()
        .nullable()
        .optional()
        .describe('The start of the absence; null if the curator is there. It stays if not sent.'),
      absence_ends_at: moment()
        .nullable()
        .optional()
        .describe('The end of the absence; null for an open end. It stays if not sent.'),
    }),
    returns: Curator,
    refuses: [
      refusals.curator_scope_invalid,
      refusals.curator_person_unknown,
      refusals.curator_course_unknown,
      refusals.curator_absence_invalid,
      refusals.curator_assignment_unknown,
      refusals.curator_assignment_exists,
      refusals.curator_named_by_group,
    ],
    bound: atMost(maxCurators, refusals.curators_limit_reached),
  }),
  release: U('DELETE /v1/curators', {
    summary: 'End the assignment of a curator; what they have in review by it alone returns to the queue',
    permission: 'curators:write',
    body: z.strictObject({ id: id('cur') }),
    returns: deleted(id('cur')),
    refuses: [refusals.curator_assignment_unknown, refusals.curator_named_by_group],
  }),
})
