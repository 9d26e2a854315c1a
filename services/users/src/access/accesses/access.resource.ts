import { builder } from '../../builder.ts'
import { syncGroupAccess } from '../group-accesses/group-access.task.ts'
import { FollowedOrderEntity, OrderPlaceEntity } from './access.entity.ts'
import { accessHandlers } from './access.handlers.ts'
import { expireAccess } from './access.task.ts'
import { courseFreezeHandlers } from './course-freeze.handlers.ts'
import { grantByGroups } from './grant-by-groups.ts'
import { endPlacesTask } from './group-seats.ts'
import { courseRights } from './right-change.contract.ts'
import { RightChangeEntity } from './right-change.store.ts'
import { subscriptionAccesses } from './subscription-access.contract.ts'
import { followSubscription } from './subscription-grants.ts'

// Adjusts the accesses from groups to the present memberships.
const syncGroupAccessTask = builder.batch(syncGroupAccess, ({ payloads, ...ctx }, stores) =>
  grantByGroups(payloads, ctx, stores),
)

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
