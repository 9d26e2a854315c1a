import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { Enrollment, enrollments } from './enrollment.contract.ts'
import { enrollmentHandlers } from './enrollment.handlers.ts'
import { freezeRightsCall } from './freeze.run.ts'
import { onAccessGranted } from './granted-reaction.ts'
import { settleEnrollment } from './settle.task.ts'

// Rights begin and end by this service's own clock.
const settleEnrollmentTask = builder.task(settleEnrollment, async ({ payload }, { enrollments, rights }) => {
  const seen = await enrollments.find(payload.enrollment_id)
  if (!seen) return
  const row = await enrollments.lock(seen.id)
  enrollments.settle(row, await rights.of(row))
})

const enrollmentsOfPerson = builder.personalData({
  what: 'enrollments',
  on_merge:
    'they move; of two in one course the one of the person who stays is kept, with the earlier completion',
  needs: 'enrollments:write',
  erased: null,
  kept: 'course, flow, states, times',
  why: 'ids and times alone name nobody',
  ...rowsOfPerson(({ enrollments }: Stores) => enrollments, 'enrollments.user_id', Enrollment),
  move: ({ from, into }, _, { enrollments }) => enrollments.moveTo(into, from),
})

export const enrollmentResource = builder.resource({
  handlers: [enrollmentHandlers],
  knowsPresent: [enrollments],
  tasks: [settleEnrollmentTask, freezeRightsCall],
  reactions: [onAccessGranted],
  personalData: [enrollmentsOfPerson],
})
