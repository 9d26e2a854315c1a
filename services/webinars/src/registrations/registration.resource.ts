import { builder } from '../builder.ts'
import { countHandsTask } from './raise-hand.ts'
import { registeringHandlers } from './registering.handlers.ts'
import { registrationsOfPerson } from './registration.data.ts'
import { registrationHandlers } from './registration.handlers.ts'

export const registrationResource = builder.resource({
  handlers: [registrationHandlers, registeringHandlers],
  tasks: [countHandsTask],
  personalData: [registrationsOfPerson],
})
