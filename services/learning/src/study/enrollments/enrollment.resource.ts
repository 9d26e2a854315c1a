import { builder } from '../../builder.ts'
import { enrollments } from './enrollment.contract.ts'
import { enrollmentsOfPerson } from './enrollment.data.ts'
import { enrollmentHandlers } from './enrollment.handlers.ts'
import { freezeRightsCall } from './freeze.run.ts'
import { onAccessGranted } from './granted-reaction.ts'
import { settleEnrollmentTask } from './settle.run.ts'

export const enrollmentResource = builder.resource({
  handlers: [enrollmentHandlers],
  knowsPresent: [enrollments],
  tasks: [settleEnrollmentTask, freezeRightsCall],
  reactions: [onAccessGranted],
  personalData: [enrollmentsOfPerson],
})
