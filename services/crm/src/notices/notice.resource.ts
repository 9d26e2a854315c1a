import { builder } from '../builder.ts'
import { onNoticeEvents, tellFlowCall } from './follow.ts'

export const noticeResource = builder.resource({
  tasks: [tellFlowCall],
  batchReactions: [onNoticeEvents],
})
