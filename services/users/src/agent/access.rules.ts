// Who may use the agent. Pure.
import { Refused, type Role } from '@lms/contract'
import { type AgentAccess, accessRefusals, openRoles } from './access.contract.ts'

type Access = Pick<AgentAccess, 'open' | 'expires_at'>

const isOpen = (access: Access | null, now: string) =>
  access?.open === true && (access.expires_at === null || access.expires_at > now)

/**
 * Whether a person with this role may use the agent: an owner always, others by an access of their own, or of their
 * role. The own one counts where both exist, so that one person can be left out of a role.
 */
export function mayUse(
  role: Role,
  { own, ofRole }: { own: Access | null; ofRole: Access | null },
  now: string,
) {
  if (role === 'owner') return true
  if (!isOpenRole(role)) return false
  return isOpen(own ?? ofRole, now)
}

export const isOpenRole = (role: Role): role is (typeof openRoles)[number] =>
  (openRoles as readonly string[]).includes(role)

/** Refuses a term in the past. */
export function checkTerm(expiresAt: string | null | undefined, now: string): void {
  if (expiresAt && expiresAt <= now) throw new Refused(accessRefusals.agent_term_past)
}
