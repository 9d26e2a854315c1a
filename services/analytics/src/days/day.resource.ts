import { builder } from '../builder.ts'
import { changeZoneTask, recomputeDaysTask } from './recompute.run.ts'

export const dayResource = builder.resource({
  tasks: [recomputeDaysTask, changeZoneTask],
})
