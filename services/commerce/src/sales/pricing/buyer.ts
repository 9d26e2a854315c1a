// Who may buy for whom.
import { type Caller, type Id, Refused } from '@lms/contract'
import { refusals } from './basket.contract.ts'

/**
 * The person who buys. A student buys for themselves; a web page names nobody, because whoever reads its key could name
 * anybody.
 */
export function buyerOf(
  userId: Id<'usr'> | null,
  { kind, role, user }: Pick<Caller, 'kind' | 'role' | 'user'>,
): Id<'usr'> | null {
  if (kind === 'publishable') return userId === null ? null : strange()
  if (role !== 'student') return userId
  return userId === null || userId === user ? user : strange()
}

const strange = (): never => {
  throw new Refused(refusals.user_unknown)
}
