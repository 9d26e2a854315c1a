import { builder } from '../builder.ts'
import { walkScenarioCall } from './walk.run.ts'

export const walkingResource = builder.resource({
  tasks: [walkScenarioCall],
})
