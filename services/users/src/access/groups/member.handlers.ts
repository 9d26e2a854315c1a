import { Refused } from '@lms/contract'
import { byId } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { groupJoined, groupLeft, members, refusals } from './member.contract.ts'
import { byHand, memberOf } from './member.store.ts'

export const memberHandlers = builder.implement(
  members,
  {
    list: async ({ path, query }, { groups, members }) => {
      const [, page] = await Promise.all([groups.get(path.id), members.of(path.id, query)])
      return page
    },

    add: async ({ path, body, emit }, { groups, members }) => {
      const requestedIds = [...new Set(body.user_ids ?? [body.user_id!])]
      const [group, present] = await Promise.all([groups.lockShared(path.id), members.present(requestedIds)])
      if (body.user_id && !present.has(body.user_id)) throw new Refused(refusals.user_unknown)
      const joined = await members.add(group.id, [...present], byHand)
      for (const row of joined) emit(groupJoined, memberOf(row))
      const added = new Set(joined.map(({ id }) => id))
      return {
        added: requestedIds.filter(id => added.has(id)),
        already_members: requestedIds.filter(id => present.has(id) && !added.has(id)),
        unknown: requestedIds.filter(id => !present.has(id)),
      }
    },

    delete: async ({ path, emit }, { groups, members }) => {
      const [group, member] = await Promise.all([
        groups.lockShared(path.id),
        members.lockIn(path.id, path.userId),
      ])
      members.end(member.id, [group.id])
      emit(groupLeft, memberOf(member))
      return { id: member.id, deleted: true as const }
    },
  },
  { user: async (ids, { users }) => byId(await users.many(ids)) },
)
