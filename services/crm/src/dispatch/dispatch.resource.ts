import { builder } from '../builder.ts'
import { handOverCall, sendShardCall } from './dispatch.run.ts'
import { RateEntity } from './rates.ts'
import { unsubscribingHandlers } from './unsubscribing.handlers.ts'

export const dispatchResource = builder.resource({
  handlers: [unsubscribingHandlers],
  entities: [RateEntity],
  tasks: [handOverCall, sendShardCall],
})
