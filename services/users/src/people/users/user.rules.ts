// Pure decisions about people: no clock, database or request.
import { type Caller, emailKey, type Id, Refused, type Role, stampsAt } from '@lms/contract'
import { coversRole } from '../../roles.ts'
import { fitting } from '../custom-fields/field.rules.ts'
import { type NewUser, refusals, type User, type UserChanges } from './user.contract.ts'
import { userLifecycle } from './user.lifecycle.ts'
import { searchText } from './user-search.ts'

/** The columns derived from others. A deleted person's e-mail is available for another. */
export const derived = (user: User) => {
  const key = user.email && emailKey(user.email)
  const deleted = user.status === 'deleted'
  return {
    email_key: deleted ? null : key,
    former_email_key: deleted ? key : null,
    search_text: searchText(user),
  }
}

/**
 * Refuses a role above the caller's, or with more permissions. Students reach only their own objects, so every caller with
 * users:write may give that role.
 */
export function checkRole(role: Role, caller: Caller): void {
  if (role === 'student') return
  if (!coversRole(caller, role)) throw new Refused(refusals.role_above_own)
}

/** A new person; refuses one without e-mail and phone. */
export const newUser = (input: NewUser, id: Id<'usr'>, now: string): User =>
  reachable(freshUser(input, id, now))

/** A new person as given: one who comes by a messenger is reachable there. */
export const freshUser = (input: NewUser, id: Id<'usr'>, now: string): User => ({
  ...input,
  id,
  status: 'active',
  custom_fields: fitting(input.custom_fields),
  merged_into: null,
  anonymized_at: null,
  ...stampsAt(now),
})

/** The person with the changes; absent fields stay, a custom field set to null is removed. */
export function changeUser<U extends User>(
  user: U,
  { custom_fields, status, new_calendar, ...otherChanges }: UserChanges,
): U {
  if (user.status === 'deleted') throw new Refused(refusals.user_deleted)
  const set = Object.fromEntries(Object.entries(otherChanges).filter(([, value]) => value !== undefined))
  const changed = {
    ...user,
    ...set,
    status: status ?? user.status,
    custom_fields: custom_fields ? fitting({ ...user.custom_fields, ...custom_fields }) : user.custom_fields,
  }
  // A person who came by a messenger has neither, and may stay so; existing contacts cannot all be removed.
  return user.email || user.phone ? reachable(changed) : changed
}

/** The person after a soft deletion. */
export function deleteUser<U extends User>(user: U): U {
  const next = userLifecycle.next(user.status, 'delete')
  if (!next) throw new Refused(refusals.user_deleted)
  return { ...user, status: next }
}

function reachable<U extends User>(user: U): U {
  if (!user.email && !user.phone) throw new Refused(refusals.contact_missing)
  return user
}
