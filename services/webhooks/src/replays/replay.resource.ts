import { builder } from '../builder.ts'
import { replayEventsTask } from './replay.run.ts'

export const replayResource = builder.resource({
  tasks: [replayEventsTask],
})
