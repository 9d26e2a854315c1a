// Who may add which login method for whom: pure functions.
import { type Caller, hasPermission, type Id, Refused, type Role } from '@lms/contract'
import type { User } from '../../people/users/user.contract.ts'
import { coversRole } from '../../roles.ts'
import type { SignedFields } from '../messenger/messenger.contract.ts'
import { identityRefusals } from './identity.contract.ts'

interface IdentityInput {
  provider: string
  user_id?: Id<'usr'> | undefined
  subject?: string | undefined
  messenger?: SignedFields | undefined
  initData?: string | undefined
}

/** The evidence for a login method: an assertion of a key, or a signature of the messenger. */
export type Evidence = { subject: string } | { fields: SignedFields } | { initData: string }

/** Whether the caller's assertion is enough: that of an integration key, or of a person who could issue such a key. */
const vouches = (caller: Caller) =>
  (caller.kind === 'integration' && !caller.onBehalf) || hasPermission(caller.rights, 'api-keys:write')

/** Whether the caller may give a person a way to sign in without a signature, as with a plain subject. */
export const mayGiveLogin = ({ role }: { role: Role }, caller: Caller): boolean =>
  vouches(caller) && coversRole(caller, role)

/**
 * The one given evidence; refuses with identity_incomplete, and with identity_unproved for a mere assertion of a
 * person.
 */
export function evidenceOf(
  { provider, subject, messenger, initData }: IdentityInput,
  caller: Caller,
): Evidence {
  const signed = messenger ?? initData
  const count = [subject, messenger, initData].filter(each => each !== undefined).length
  if (count !== 1 || (signed !== undefined && provider !== 'messenger'))
    throw new Refused(identityRefusals.identity_incomplete)
  if (messenger) return { fields: messenger }
  if (initData !== undefined) return { initData }
  if (!vouches(caller)) throw new Refused(identityRefusals.identity_unproved)
  return { subject: subject! }
}

/** The owner of the new login method. A person adds only their own. */
export function ownerOf({ user_id }: IdentityInput, caller: Caller): Id<'usr'> {
  const user = user_id ?? caller.user
  if (!user) throw new Refused(identityRefusals.identity_user_unknown)
  if (!vouches(caller) && user !== caller.user) throw new Refused(identityRefusals.identity_not_own)
  return user
}

/**
 * Refuses if nobody could sign in, or a session would have more permissions than the caller. So a key with a narrow
 * scope cannot add one, not even for its own person.
 */
export function checkOwner(user: User | null, caller: Caller): User {
  if (user?.status !== 'active') throw new Refused(identityRefusals.identity_user_unknown)
  if (!coversRole(caller, user.role)) throw new Refused(identityRefusals.identity_beyond_caller)
  return user
}
