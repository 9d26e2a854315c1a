import { type Caller, type Id, newId, Refused, withoutUndefined } from '@lms/contract'
import { builder, type Stores } from '../builder.ts'
import { invalidateCaches, invalidatePeople } from '../invalidate-caches.ts'
import { accessRefusals, accessRoom, agentAccess, type openRoles } from './access.contract.ts'
import { checkTerm, isOpenRole } from './access.rules.ts'

export const agentAccessHandlers = builder.implement(agentAccess, {
  list: ({ query }, { agentAccesses }) => agentAccesses.page(query),

  open: async ({ body: { userId, note, expires_at }, caller, now }, { agentAccesses, users }) => {
    checkOwner(caller)
    checkTerm(expires_at, now)
    const [user] = await Promise.all([users.lockShared(userId), agentAccesses.refuseBeyond(accessRoom)])
    if (user?.status !== 'active' || !isOpenRole(user.role))
      throw new Refused(accessRefusals.agent_user_invalid)
    if (await agentAccesses.ofUser(userId)) throw new Refused(accessRefusals.agent_access_taken)
    return agentAccesses.insert({ ...fresh(agentAccesses), user_id: user.id, note, expires_at })
  },

  update: async ({ body: { userId, role, ...changes }, caller, now, work }, { agentAccesses }) => {
    checkOwner(caller)
    checkTerm(changes.expires_at, now)
    await agentAccesses.lockCapacity()
    const accessRow = await (userId ? agentAccesses.ofUser(userId) : agentAccesses.ofRole(role!))
    if (!accessRow && !(role && changes.open)) throw new Refused(accessRefusals.agent_access_unknown)
    const set = withoutUndefined(changes)
    if (!accessRow) return agentAccesses.insert({ ...fresh(agentAccesses), role: role!, ...set })
    // Credentials of running dialogues are looked up again, and found to be over.
    if (userId) invalidateCaches(work, 'user', userId)
    else invalidatePeople(work)
    return agentAccesses.save(await agentAccesses.lock(accessRow.id), set)
  },

  close: async ({ body: { userId }, caller, work }, { agentAccesses }) => {
    checkOwner(caller)
    await agentAccesses.lockCapacity()
    const accessRow = await agentAccesses.ofUser(userId)
    if (!accessRow) throw new Refused(accessRefusals.agent_access_unknown)
    agentAccesses.remove(accessRow)
    invalidateCaches(work, 'user', userId)
    return { id: accessRow.id, deleted: true as const }
  },
})

const fresh = (accesses: Stores['agentAccesses']) => ({
  ...accesses.fresh(newId('aga')),
  user_id: null as Id<'usr'> | null,
  role: null as (typeof openRoles)[number] | null,
  open: true,
  note: '',
  expires_at: null as string | null,
})

function checkOwner({ role }: Caller): void {
  if (role !== 'owner') throw new Refused(accessRefusals.agent_of_owner)
}
