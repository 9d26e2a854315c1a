import { builder } from '../builder.ts'
import { askForStatesTask, schoolStates } from './school-states.ts'

export const schoolStatesResource = builder.resource({
  tasks: [askForStatesTask],
  workers: [schoolStates],
})
