// Who may bind what for whom. Pure.
import { beyond, type Caller, hasPermission, type Id, Refused, type Role } from '@lms/contract'
import { roleRights } from '../roles.ts'
import type { SignedFields } from '../sign-in/messenger.contract.ts'
import type { User } from '../users/user.contract.ts'
import { identityRefusals } from './identity.contract.ts'

interface Given {
  provider: string
  user_id?: Id<'usr'> | undefined
  subject?: string | undefined
  messenger?: SignedFields | undefined
  initData?: string | undefined
}

/** What stands behind a binding: the word of a key, or what the messenger signed. */
export type Evidence = { subject: string } | { fields: SignedFields } | { initData: string }

/** Whether the caller’s word alone binds: an integration key’s does, and of a person who could issue such a key. */
const vouches = (caller: Caller) =>
  (caller.kind === 'integration' && !caller.onBehalf) || hasPermission(caller.rights, 'api-keys:write')

/** Whether who signs in as a person of the role would have no more rights than the caller. */
const covers = (caller: Caller, role: Role) => beyond(roleRights[role], caller.rights).length === 0

/** Whether the caller may give a person a way to sign in on their word alone, as by `bind` with a plain subject. */
export const mayGiveLogin = ({ role }: { role: Role }, caller: Caller): boolean =>
  vouches(caller) && covers(caller, role)

/** The one evidence given; refuses with identity_incomplete, and a person's mere word with identity_unproved. */
export function evidenceOf({ provider, subject, messenger, initData }: Given, caller: Caller): Evidence {
  const signed = messenger ?? initData
  const count = [subject, messenger, initData].filter(each => each !== undefined).length
  if (count !== 1 || (signed !== undefined && provider !== 'messenger'))
    throw new Refused(identityRefusals.identity_incomplete)
  if (messenger) return { fields: messenger }
  if (initData !== undefined) return { initData }
  if (!vouches(caller)) throw new Refused(identityRefusals.identity_unproved)
  return { subject: subject! }
}

/** Whose the binding is to be. A person binds for themselves alone. */
export function ownerOf({ user_id }: Given, caller: Caller): Id<'usr'> {
  const user = user_id ?? caller.user
  if (!user) throw new Refused(identityRefusals.identity_user_unknown)
  if (!vouches(caller) && user !== caller.user) throw new Refused(identityRefusals.identity_not_own)
  return user
}

/**
 * Refuses where nobody could sign in, or whoever signs in would have more rights than the one who binds; so a key of a
 * narrow scope does not bind, not even for the person it is or acts for.
 */
export function checkOwner(user: User | null, caller: Caller): User {
  if (user?.status !== 'active') throw new Refused(identityRefusals.identity_user_unknown)
  if (!covers(caller, user.role)) throw new Refused(identityRefusals.identity_beyond_caller)
  return user
}
