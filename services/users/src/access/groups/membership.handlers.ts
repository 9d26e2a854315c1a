import { builder } from '../../builder.ts'
import { memberships } from './membership.contract.ts'

export const membershipHandlers = builder.implement(memberships, {
  among: async ({ body: { user_id, group_ids } }, { members }) => {
    const requestedIds = new Set<string>(group_ids)
    const all = await members.ofPerson(user_id)
    return { group_ids: all.flatMap(({ group_id }) => (requestedIds.has(group_id) ? [group_id] : [])) }
  },
})
