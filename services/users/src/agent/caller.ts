// The caller of a credential of the agent, as gateways ask for it.
import { formatTime, type Id, type Role } from '@lms/contract'
import { missing, type Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { presentRights } from '../identity/api-keys/key.handlers.ts'
import { isOpenRole, mayUse } from './access.rules.ts'
import { readCredential } from './credential.ts'

/**
 * The present rights of the key or session that a credential stands for: only to read, unless it is for one call. 404 if
 * it is none, is over, or belongs to a dialogue of somebody to whom the agent is closed by now.
 */
export async function agentCaller(
  token: string,
  { now, work, runtime }: Pick<Work, 'now' | 'work' | 'runtime'>,
  stores: Stores,
) {
  const credential = readCredential(token, work.school, Date.parse(now), runtime.vault)
  if (!credential) return missing()
  const { key, onBehalfOf, only, dialogue, until } = credential
  const present = await presentRights(key, onBehalfOf, now, stores)
  if (dialogue && !(await isOpenTo(present, now, stores))) return missing()
  return {
    ...present,
    // The call was confirmed by a person, so it is no agent's any more.
    kind: only !== null && present.kind === 'agent' ? ('integration' as const) : present.kind,
    key,
    rights: only === null ? [...present.rights, ['*:read']] : present.rights,
    allowed_networks: null,
    expires_at: formatTime(new Date(until)),
    only,
  }
}

/** Whether the agent is open to a person now. */
export async function isOpenTo(
  { user, role }: { user: Id<'usr'> | null; role: Role },
  now: string,
  { agentAccesses }: Pick<Stores, 'agentAccesses'>,
): Promise<boolean> {
  if (user === null) return false
  if (!isOpenRole(role)) return mayUse(role, { own: null, ofRole: null }, now)
  const [own, ofRole] = await Promise.all([agentAccesses.ofUser(user), agentAccesses.ofRole(role)])
  return mayUse(role, { own, ofRole }, now)
}
