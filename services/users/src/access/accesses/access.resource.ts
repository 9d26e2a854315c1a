import { builder } from '../../builder.ts'
import { FollowedOrderEntity, OrderPlaceEntity } from './access.entity.ts'
import { accessHandlers } from './access.handlers.ts'
import { courseFreezeHandlers } from './course-freeze.handlers.ts'
import { expireAccessTask } from './expire.run.ts'
import { syncGroupAccessTask } from './group-access.run.ts'
import { endPlacesTask } from './group-seats.ts'
import { RightChangeEntity } from './right-change.entity.ts'
import { rightChangeHandlers } from './right-change.handlers.ts'
import { subscriptionAccessHandlers } from './subscription-access.handlers.ts'

export const accessResource = builder.resource({
  handlers: [accessHandlers, rightChangeHandlers, courseFreezeHandlers, subscriptionAccessHandlers],
  entities: [RightChangeEntity, FollowedOrderEntity, OrderPlaceEntity],
  tasks: [expireAccessTask, endPlacesTask, syncGroupAccessTask],
  naming: { crs: (id, { accesses }) => accesses.naming(id) },
})
