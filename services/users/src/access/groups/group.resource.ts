import { groupPeople } from '@lms/contract'
import { builder } from '../../builder.ts'
import { tellFlowCall } from './announce-flow.run.ts'
import { groupHandlers } from './group.handlers.ts'
import { GroupChangeEntity } from './group-people.entity.ts'
import { memberHandlers } from './member.handlers.ts'
import { memberships } from './membership.contract.ts'

const membershipHandlers = builder.implement(memberships, {
  among: async ({ body: { user_id, group_ids } }, { members }) => {
    const requestedIds = new Set<string>(group_ids)
    const all = await members.ofPerson(user_id)
    return { group_ids: all.flatMap(({ group_id }) => (requestedIds.has(group_id) ? [group_id] : [])) }
  },
})

const groupPeopleHandlers = builder.implement(groupPeople, {
  changed: ({ body }, { groupPeople }) => groupPeople.changed(body.since, body.after),
})

export const groupResource = builder.resource({
  handlers: [groupHandlers, groupPeopleHandlers, membershipHandlers, memberHandlers],
  entities: [GroupChangeEntity],
  tasks: [tellFlowCall],
  used: { groups_limit_reached: ({ groups }, most) => groups.standing(most) },
  objects: { grp: (ids, { groups }) => groups.many(ids) },
  naming: { crs: (id, { groups }) => groups.naming(id) },
})
