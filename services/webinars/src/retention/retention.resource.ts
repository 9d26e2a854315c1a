import { builder } from '../builder.ts'
import { forgetRoomTask, planForgettingTask } from './retention.run.ts'

export const retentionResource = builder.resource({
  tasks: [forgetRoomTask, planForgettingTask],
})
