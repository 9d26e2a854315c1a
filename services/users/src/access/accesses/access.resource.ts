import { builder } from '../../builder.ts'
import { FollowedOrderEntity, OrderPlaceEntity } from './access.entity.ts'
import { accessHandlers } from './access.handlers.ts'
import { expireAccess } from './access.task.ts'
import { courseFreezeHandlers } from './course-freeze.handlers.ts'
import { syncGroupAccessTask } from './group-access.run.ts'
import { endPlacesTask } from './group-seats.ts'
import { courseRights } from './right-change.contract.ts'
import { RightChangeEntity } from './right-change.entity.ts'
import { subscriptionAccesses } from './subscription-access.contract.ts'
import { followSubscription } from './subscription-grants.ts'

const subscriptionAccessHandlers = builder.implement(subscriptionAccesses, {
  follow: async ({ body, ...ctx }, stores) => ({ followed: await followSubscription(body, ctx, stores) }),
})

const rightChangeHandlers = builder.implement(courseRights, {
  changed: ({ body }, { rightChanges }) => rightChanges.changed(body.since, body.after),
})

// Terms end by the clock: each access expires with one event.
const expireAccessTask = builder.batch(expireAccess, async ({ payloads }, { accesses }) => {
  accesses.end(await accesses.lockDue(payloads.map(({ access_id }) => access_id)), 'expire')
})

export const accessResource = builder.resource({
  handlers: [accessHandlers, rightChangeHandlers, courseFreezeHandlers, subscriptionAccessHandlers],
  entities: [RightChangeEntity, FollowedOrderEntity, OrderPlaceEntity],
  tasks: [expireAccessTask, endPlacesTask, syncGroupAccessTask],
  naming: { crs: (id, { accesses }) => accesses.naming(id) },
})
