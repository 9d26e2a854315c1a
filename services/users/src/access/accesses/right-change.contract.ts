// Rights to courses and starts of flows, as the learning service reads them: a right that ends must be felt at once, and its
// event may wait behind those of other schools.
import { I, id, resource, timestamp } from '@lms/contract'
import { z } from 'zod'
import { Access } from './access.contract.ts'

export const CourseRight = Access.pick({
  user_id: true,
  course_id: true,
  group_id: true,
  status: true,
  starts_at: true,
  expires_at: true,
  frozen_at: true,
  ended_at: true,
  version: true,
})
export type CourseRight = z.infer<typeof CourseRight>

/** An access or a group that changed, as it is now: null for one that is gone. */
export const RightChange = z.object({
  id: z.union([id('acc'), id('grp')]),
  right: CourseRight.nullable().describe('Of an access.'),
  flow: z
    .object({
      starts_at: timestamp().describe('When the flow starts.'),
      ends_at: timestamp().nullable().describe('When it ends; null for never.'),
    })
    .nullable()
    .describe('Of a group with a start.'),
})
export type RightChange = z.infer<typeof RightChange>

export const courseRights = resource({
  /** A page of the accesses and flows that changed since a snapshot; of all of them, without one. */
  changed: I('POST /internal/courses/rights', {
    summary: 'changed rights to courses and starts of flows',
    callers: ['learning'],
    permission: null,
    body: z.object({
      since: z
        .string()
        .regex(/^\d+:\d+:[\d,]*$/)
        .nullable()
        .describe('The `snapshot` of the first page of the last reading.'),
      after: z.string().max(200).nullable().describe('The `next` of the last page; null for the first page.'),
    }),
    returns: z.object({
      snapshot: z.string().describe('The snapshot of the page, as a pg_snapshot of Postgres.'),
      lost: z
        .boolean()
        .describe('Whether the database was restored and does not know `since`: start again without it.'),
      changes: z.array(RightChange),
      next: z.string().nullable(),
    }),
  }),
})
