import { builder } from '../builder.ts'
import { noteFailingTask } from './failing.ts'
import { noteNotice, removeNotices, sendNoticeTask } from './notices.ts'

export const noticeResource = builder.resource({
  tasks: [sendNoticeTask, noteFailingTask, removeNotices],
  reactions: [noteNotice],
})
