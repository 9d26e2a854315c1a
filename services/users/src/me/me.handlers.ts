import { type Caller, isId, Refused } from '@lms/contract'
import { house } from '../house.ts'
import { userUpdated } from '../users/user.contract.ts'
import { changeUser, derived } from '../users/user.rules.ts'
import type { UserRow } from '../users/user.store.ts'
import { me, refusals } from './me.contract.ts'

const meOf = (caller: Caller, user: UserRow | null) => ({
  key_id: isId('key', caller.key) ? caller.key : null,
  session_id: isId('ses', caller.key) ? caller.key : null,
  kind: caller.kind,
  role: caller.role,
  permissions: caller.rights.map(masks => [...masks]),
  acting_for: caller.onBehalf ? caller.user : null,
  user,
})

export const meHandlers = house.implement(me, {
  get: async ({ caller }, { users }) => meOf(caller, caller.user ? await users.find(caller.user) : null),

  change: async ({ body, caller, tell }, { users }) => {
    if (!caller.user) throw new Refused(refusals.not_a_person)
    const user = await users.lock(caller.user)
    const changed = changeUser(user, body)
    const saved = users.save({ ...changed, ...derived(changed) })
    tell(userUpdated, saved, { previous: user, related: { user_id: user.id } })
    return meOf(caller, saved)
  },
})
