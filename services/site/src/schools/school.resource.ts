import { builder } from '../builder.ts'
import { registryHandlers } from './school.handlers.ts'
import { limitsOfSchool } from './school-limits.ts'

export const schoolResource = builder.resource({
  handlers: [registryHandlers],
  limits: limitsOfSchool,
})
