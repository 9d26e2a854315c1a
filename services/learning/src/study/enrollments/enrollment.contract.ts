import {
  A,
  C,
  common,
  deleted,
  event,
  G,
  id,
  L,
  M,
  moment,
  reference,
  refuse,
  resource,
  stamps,
  statusOf,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { refusals as courseRefusals } from '../../course/courses/course.contract.ts'
import { enrollmentLifecycle } from './enrollment.lifecycle.ts'

/** Maximum freezes of one enrollment; the oldest are then one with the next, so that no frozen day is lost. */
export const maxFreezes = 100

const deadlineIs =
  'Until when the person is to complete the course. A leave moves it by its length, once it ends.'

export const Enrollment = z.object({
  id: id('enr'),
  user_id: id('usr'),
  course_id: id('crs'),
  group_id: id('grp').nullable().describe('The flow in which the person studies.'),
  status: statusOf(enrollmentLifecycle).describe(
    'suspended: no right to the course runs any more. frozen: the last running right is frozen, and the clock stands still.',
  ),
  starts_at: timestamp().describe('The own start, from which days are counted.'),
  due_at: timestamp().nullable().describe(deadlineIs),
  percent: z.int().min(0).max(100).describe('The share of required lessons that are completed.'),
  freezes: z
    .array(
      z.object({
        from: timestamp().describe('When the clock stopped.'),
        to: timestamp().nullable().describe('When it ran again; null if it still stands still.'),
      }),
    )
    .max(maxFreezes)
    .describe('When the clock stood still. Openings and deadlines of later days moved by these days.'),
  completed_at: timestamp().nullable().describe('When the person completed the course; null before.'),
  ended_at: timestamp().nullable().describe('When the enrollment was deleted.'),
  ...stamps,
})
export type Enrollment = z.infer<typeof Enrollment>

export const refusals = refuse({
  course_unknown: {
    status: 422,
    when: 'course_id is not the id of a course of the school',
    message: 'course_id must be the id of a course of this school.',
  },
  enrollment_invalid: {
    status: 422,
    when: 'the enrollment is unknown, or of another course',
    message:
      'enrollment_id must be an enrollment in the course of this lesson. GET /v1/enrollments lists them.',
  },
  access_missing: {
    status: 409,
    when: 'the person has no right to the course that runs, is frozen, or will run',
    message: 'This person has no access to the course. Grant one first: POST /v1/accesses.',
  },
  freezes_limit_reached: {
    status: 409,
    when: 'the enrollment has been frozen the maximum number of times',
    message: `An enrollment is frozen at most ${maxFreezes} times. Move its deadline instead: PATCH {"due_at": "…"}.`,
  },
  enrollment_not_running: {
    status: 409,
    when: 'the enrollment is suspended, so there is no clock to stop',
    message:
      'This enrollment is suspended: no access runs that could be frozen. Grant one: POST /v1/accesses.',
  },
  enrollment_ended: {
    status: 409,
    when: 'the enrollment has been ended',
    message: 'This enrollment has ended. Begin it again: POST /v1/enrollments.',
  },
})

export const courseCompleted = event('course.completed', {
  when: 'a person completed the last required lesson of a course',
  object: Enrollment,
  related: ['user_id', 'course_id', 'group_id'],
  example: { status: 'completed', percent: 100 },
})

const study = {
  group_id: reference(['grp']).nullable().describe('The flow in which the person studies.'),
  starts_at: moment().describe('The own start, from which days are counted.'),
  due_at: moment().nullable().describe(deadlineIs),
}

export const enrollments = resource({
  list: L('GET /v1/enrollments', {
    summary: 'List enrollments; students see their own, curators those of the members of their groups',
    permission: 'enrollments:read',
    returns: Enrollment,
    list: { filters: {}, sorts: ['created_at', 'updated_at'] },
  }),
  create: C('POST /v1/enrollments', {
    summary: 'Enroll a person with access to a course, or begin an ended enrollment again',
    permission: 'enrollments:write',
    body: z.strictObject({
      user_id: id('usr'),
      course_id: id('crs'),
      group_id: study.group_id.optional(),
      starts_at: study.starts_at.optional(),
      due_at: study.due_at.optional(),
    }),
    example: { user_id: 'usr_01h455vb4pex5vsknk084sn02q', course_id: 'crs_01h455vb4pex5vsknk084sn02q' },
    returns: Enrollment,
    bound: 'task',
    refuses: [refusals.course_unknown, courseRefusals.course_archived, refusals.access_missing],
  }),
  get: G('GET /v1/enrollments/{id}', {
    summary: 'Get an enrollment',
    permission: 'enrollments:read',
    returns: Enrollment,
  }),
  update: M('PATCH /v1/enrollments/{id}', {
    summary: 'Change the start, the flow or the deadline of an enrollment',
    permission: 'enrollments:write',
    body: z.strictObject({
      group_id: study.group_id.optional(),
      starts_at: study.starts_at.optional(),
      due_at: study.due_at.optional(),
    }),
    example: { starts_at: '2026-11-30T09:00:00.000+00:00' },
    returns: Enrollment,
    refuses: [refusals.enrollment_ended],
  }),
  freeze: A('POST /v1/enrollments/{id}/freeze', {
    summary:
      'Freeze an enrollment for an academic leave: access is frozen, and terms, openings and deadlines are suspended',
    permission: 'enrollments:write',
    returns: Enrollment,
    bound: null,
    refuses: [
      refusals.freezes_limit_reached,
      refusals.enrollment_not_running,
      refusals.enrollment_ended,
      common.outcome_unknown,
    ],
  }),
  unfreeze: M('DELETE /v1/enrollments/{id}/freeze', {
    summary: 'Unfreeze an enrollment: its accesses continue for the rest of their terms',
    permission: 'enrollments:write',
    returns: Enrollment,
    refuses: [refusals.enrollment_ended, common.outcome_unknown],
  }),
  delete: M('DELETE /v1/enrollments/{id}', {
    summary: 'End an enrollment; the work of the person is kept',
    permission: 'enrollments:write',
    returns: deleted(id('enr')),
  }),
})
