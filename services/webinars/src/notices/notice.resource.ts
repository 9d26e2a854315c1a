import { builder } from '../builder.ts'
import {
  planRemindersTask,
  remindTask,
  tellMovedTask,
  tellRecordingTask,
  tellRegisteredTask,
} from './notices.run.ts'

export const noticeResource = builder.resource({
  tasks: [tellRegisteredTask, remindTask, tellMovedTask, tellRecordingTask, planRemindersTask],
})
