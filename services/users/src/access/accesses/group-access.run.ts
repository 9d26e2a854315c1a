// Adjusts the accesses from groups to the present memberships.
import { builder } from '../../builder.ts'
import { syncGroupAccess } from '../group-accesses/group-access.task.ts'
import { grantByGroups } from './grant-by-groups.ts'

export const syncGroupAccessTask = builder.batch(syncGroupAccess, ({ payloads, ...ctx }, stores) =>
  grantByGroups(payloads, ctx, stores),
)
