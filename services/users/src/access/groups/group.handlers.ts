import { Refused } from '@lms/contract'
import { byId, crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { tellChange, tellRemoval } from './announce-flow.task.ts'
import { groups, refusals } from './group.contract.ts'
import { checkCurator } from './group.rules.ts'

const crudOperations = crudHandlers(groups, ({ groups }: Stores) => groups, {
  mayRemove: ({ id }, { groups }) => groups.refuseMembers(id),
  check: ({ starts_at, ends_at }) => {
    if (ends_at !== null && (starts_at === null || ends_at <= starts_at))
      throw new Refused(refusals.flow_end_invalid)
  },
})

/** Refuses a person who cannot be a curator, and locks the person until the end of the work. */
async function curatorFits(curatorId: string | null | undefined, { users }: Stores): Promise<void> {
  if (curatorId) checkCurator(await users.lockShared(curatorId))
}

export const groupHandlers = builder.implement(
  groups,
  {
    ...crudOperations,

    list: ({ query }, { groups }) => groups.page(query),

    create: async (input, stores) => {
      await curatorFits(input.body.curator_id, stores)
      const created = await crudOperations.create(input, stores)
      tellChange(null, created, input.work)
      return created
    },

    delete: async (input, stores) => {
      const group = await stores.groups.get(input.path.id)
      const answer = await crudOperations.delete(input, stores)
      tellRemoval(group, input.work)
      return answer
    },

    update: async (input, stores) => {
      await curatorFits(input.body.curator_id, stores)
      const before = await stores.groups.get(input.path.id)
      const changed = await crudOperations.update(input, stores)
      tellChange(before, changed, input.work)
      if (input.body.course_ids && input.work.hasWrites) stores.groupAccesses.queueMembers(changed.id)
      return changed
    },
  },
  { curator: async (ids, { users }) => byId(await users.many(ids)) },
)
