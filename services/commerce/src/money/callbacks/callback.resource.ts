import { builder } from '../../builder.ts'
import { callbackHandlers, sendOwnCallbackTask, takeNoticeTask } from './callback.handlers.ts'

export const callbackResource = builder.resource({
  handlers: [callbackHandlers],
  tasks: [takeNoticeTask, sendOwnCallbackTask],
})
