import { builder } from '../builder.ts'
import { lookAtEndingsTask, tellEndingsTask } from './ending.run.ts'
import { ToldEndEntity } from './ending.store.ts'
import { onNoticeEvents, tellFlowCall } from './follow.ts'

export const noticeResource = builder.resource({
  entities: [ToldEndEntity],
  tasks: [tellFlowCall, tellEndingsTask, lookAtEndingsTask],
  batchReactions: [onNoticeEvents],
})
