import { builder } from '../../builder.ts'
import { lessonOverrides } from './override.contract.ts'
import { overridesOfPerson } from './override.data.ts'
import { overrideHandlers } from './override.handlers.ts'

export const overrideResource = builder.resource({
  handlers: [overrideHandlers],
  knowsPresent: [lessonOverrides],
  personalData: [overridesOfPerson],
})
