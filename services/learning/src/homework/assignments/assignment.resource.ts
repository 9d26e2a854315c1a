import { builder } from '../../builder.ts'
import { assignments } from './assignment.contract.ts'
import { assignmentHandlers } from './assignment.handlers.ts'

export const assignmentResource = builder.resource({
  handlers: [assignmentHandlers],
  knowsPresent: [assignments],
})
