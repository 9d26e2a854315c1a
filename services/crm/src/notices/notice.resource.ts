import { builder } from '../builder.ts'
import { ToldEndEntity } from './ending.entity.ts'
import { lookAtEndingsTask, tellEndingsTask } from './ending.run.ts'
import { onNoticeEvents, tellFlowCall } from './follow.ts'

export const noticeResource = builder.resource({
  entities: [ToldEndEntity],
  tasks: [tellFlowCall, tellEndingsTask, lookAtEndingsTask],
  batchReactions: [onNoticeEvents],
})
