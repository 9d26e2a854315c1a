import { builder } from '../../builder.ts'
import { tellFlowCall } from './announce-flow.run.ts'
import { groupHandlers } from './group.handlers.ts'
import { GroupChangeEntity } from './group-people.entity.ts'
import { groupPeopleHandlers } from './group-people.handlers.ts'
import { memberHandlers } from './member.handlers.ts'
import { membershipHandlers } from './membership.handlers.ts'

export const groupResource = builder.resource({
  handlers: [groupHandlers, groupPeopleHandlers, membershipHandlers, memberHandlers],
  entities: [GroupChangeEntity],
  tasks: [tellFlowCall],
  used: { groups_limit_reached: ({ groups }, most) => groups.standing(most) },
  objects: { grp: (ids, { groups }) => groups.many(ids) },
  naming: { crs: (id, { groups }) => groups.naming(id) },
})
