import { builder } from '../builder.ts'
import { beginSendingTask, clearQueueTask } from './begin.run.ts'

export const sendingResource = builder.resource({
  tasks: [beginSendingTask, clearQueueTask],
})
