import { builder } from '../builder.ts'
import { callOutsideCall } from './call.run.ts'
import { callSettings } from './call-settings.ts'

export const callResource = builder.resource({
  tasks: [callOutsideCall],
  settings: callSettings,
})
