// Merging and erasing people: pure functions.
import { Refused } from '@lms/contract'
import { type FieldValues, fitting, valuesIn } from '../custom-fields/field.rules.ts'
import { type User, refusals as userRefusals } from '../users/user.contract.ts'
import { deleteUser } from '../users/user.rules.ts'
import { refusals } from './person.contract.ts'

/** The result of a merge. */
export interface Joined<U> {
  user: U
  removedUser: U
  /** The custom fields that the person who stays takes over. */
  movedFields: FieldValues
  conflicts: string[]
}

const single = ['email', 'phone', 'first_name', 'last_name'] as const

/**
 * The person who stays keeps their values, takes over missing contacts, names and custom fields, and keeps role,
 * status, language and time zone: a merge raises nobody's role. Refuses deleted people, and a merge of a person with
 * themselves.
 */
export function joinUsers<U extends User>(into: U, from: U): Joined<U> {
  if (into.id === from.id) throw new Refused(refusals.user_merged_into_itself)
  if (into.status === 'deleted') throw new Refused(userRefusals.user_deleted)
  const removedUser = { ...deleteUser(from), merged_into: into.id }
  const lacking = single.filter(name => !into[name])
  const own = valuesIn(into.custom_fields)
  const movedFields = Object.fromEntries(
    Object.entries(valuesIn(from.custom_fields)).filter(([name]) => !Object.hasOwn(own, name)),
  )
  const user = {
    ...into,
    ...Object.fromEntries(lacking.map(name => [name, from[name]])),
    custom_fields: fitting({ ...own, ...movedFields }),
  }
  return { user, removedUser, movedFields, conflicts: conflictsOf(into, from) }
}

function conflictsOf(into: User, from: User): string[] {
  const own = new Map(Object.entries(valuesIn(into.custom_fields)))
  const fields = Object.entries(valuesIn(from.custom_fields)).filter(
    ([name, value]) => own.has(name) && JSON.stringify(own.get(name)) !== JSON.stringify(value),
  )
  return [
    ...[...single, 'role' as const].filter(name => into[name] && from[name] && into[name] !== from[name]),
    ...fields.map(([name]) => `custom_fields.${name}`),
  ]
}

/** The person without personal data; refuses an anonymized one. */
export function anonymizeUser<U extends User>(user: U, now: string): U {
  if (user.anonymized_at) throw new Refused(refusals.user_anonymized)
  return {
    ...user,
    email: null,
    phone: null,
    first_name: '',
    last_name: '',
    locale: 'en',
    time_zone: 'UTC',
    custom_fields: {},
    status: 'deleted',
    anonymized_at: now,
  }
}
