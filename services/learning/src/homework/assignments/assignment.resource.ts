import { builder } from '../../builder.ts'
import { assignments } from './assignment.contract.ts'
import { assignmentHandlers } from './assignment.handlers.ts'

export const assignmentResource = builder.resource({
  handlers: [assignmentHandlers],
  objects: { asg: (ids, { assignments }) => assignments.many(ids) },
  knowsPresent: [assignments],
  used: { assignments_limit_reached: ({ assignments }, most) => assignments.standing(most) },
})
