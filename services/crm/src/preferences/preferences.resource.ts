import { builder } from '../builder.ts'
import { onConsentsConfirmed } from './confirmed-consents.ts'
import { preferencesOfPerson } from './preferences.data.ts'
import { preferencesHandlers } from './preferences.handlers.ts'
import { renewConsentsTask, withdrawConsentsTask } from './withdraw.run.ts'

export const preferencesResource = builder.resource({
  handlers: [preferencesHandlers],
  tasks: [withdrawConsentsTask, renewConsentsTask],
  batchReactions: [onConsentsConfirmed],
  personalData: [preferencesOfPerson],
})
