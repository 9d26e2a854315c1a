import { builder } from '../../builder.ts'
import { ReviewQueueEntity } from './queue.store.ts'

export const reviewQueueResource = builder.resource({
  entities: [ReviewQueueEntity],
})
