import { newId, Refused } from '@lms/contract'
import { byId } from '@lms/service-host'
import { refusals as memberRefusals } from '../groups/member.contract.ts'
import { house } from '../house.ts'
import {
  type Access,
  accessChanged,
  accesses,
  accessGranted,
  accessRevoked,
  refusals,
} from './access.contract.ts'
import { changeAccess, newAccess, revoked } from './access.rules.ts'

/** What the events of an access relate to. */
export const relatedOf = ({ user_id, course_id, order_id }: Access) => ({ user_id, course_id, order_id })

export const accessHandlers = house.implement(
  accesses,
  {
    list: ({ query }, { accesses }) => accesses.page(query),

    create: async ({ body, now, tell }, { accesses, members }) => {
      const access = newAccess(body, newId('acc'), now)
      const present = await members.present([body.user_id])
      if (!present.has(body.user_id)) throw new Refused(memberRefusals.user_unknown)
      tell(accessGranted, access, { related: relatedOf(access) })
      return accesses.grant(access)
    },

    get: ({ path }, { accesses }) => accesses.get(path.id),

    change: async ({ path, body, now, tell }, { accesses }) => {
      const access = await accesses.lock(path.id)
      const changed = accesses.save(access, changeAccess(access, body, now))
      tell(accessChanged, changed, { previous: access, related: relatedOf(access) })
      return changed
    },

    revoke: async ({ path, now, tell }, { accesses }) => {
      const access = await accesses.lock(path.id)
      if (access.source === 'group') throw new Refused(refusals.access_from_group)
      if (access.status !== 'revoked')
        for (const row of accesses.end([access], revoked(now)))
          tell(accessRevoked, row, { previous: access, related: relatedOf(row) })
      return { id: access.id, deleted: true as const }
    },
  },
  { user: async (ids, { users }) => byId(await users.many(ids)) },
)
