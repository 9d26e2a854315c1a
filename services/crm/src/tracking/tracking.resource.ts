import { builder } from '../builder.ts'
import { judgeHitsTask } from './judge.run.ts'
import { LinkTargetEntity, MessageHitEntity } from './tracking.entity.ts'
import { trackingHandlers } from './tracking.handlers.ts'

export const trackingResource = builder.resource({
  handlers: [trackingHandlers],
  entities: [LinkTargetEntity, MessageHitEntity],
  tasks: [judgeHitsTask],
})
