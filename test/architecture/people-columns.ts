// Columns with ids of people. Each is declared by a kind of personal data of its service, or listed here with the
// reason.
import { allServices } from '@lms/testing/all-services'

/** By their names. A column with a person's id or contact has such a name, or an erasure would not find it. */
const named =
  /^(.+_)?(user|person|curator|student|member|author|owner|assignee|manager|actor|contact)_id$|^merged_into$|_by$|^(.+_)?(email_key|phone)$/

export const looksLikePerson = (column: string) => named.test(column)

/**
 * Columns of every service, by table. Ids alone are no personal data; the host erases the personal data in these
 * tables.
 */
export const ofHost = [
  'people',
  'group_people',
  'tasks',
  'outbox',
  'outbox_set_aside',
  'inbox',
  'idempotency_keys',
] as const

/** By `service.table.column`. */
export const elsewhere: Readonly<Record<string, string>> = {
  'users.users.id': 'the profile: an erasure blanks it itself',
  'users.users.merged_into': 'the profile',
  'users.users.email_key': 'the profile',
  'users.users.former_email_key': 'the profile',
  'users.users.phone': 'the profile',
  'users.group_changes.user_id': 'which memberships have changed: ids of groups and people',
  'learning.rights.user_id': 'a copy of the accesses of the users service, which it follows',
  'learning.holdings.user_id': 'a copy of tags and paid orders, ids and times alone',
  'learning.attendances.user_id': 'a copy of what people attended, ids, numbers and times alone',
  'service.usage_people.user_id': 'who was active on a day: ids alone, for three days',
  'analytics.facts.object_id': 'the object that a fact is of: for a first source the person, by the id alone',
  'analytics.read_objects.id': 'ids and versions of objects alone',
  'users.custom_field_values.user_id':
    'the profile: values of custom fields in the form that filters compare',
}

/** The columns that services declare, as `service.table.column`. */
export const declared: readonly string[] = allServices.flatMap(({ contract, personalData = [] }) =>
  personalData.flatMap(({ columns }) => columns.map(column => `${contract.service}.${column}`)),
)

/** The undeclared ones among these columns. */
export const forgotten = (columns: readonly string[]): string[] =>
  columns.filter(
    column =>
      !declared.includes(column) &&
      !Object.hasOwn(elsewhere, column) &&
      !(ofHost as readonly string[]).includes(column.split('.')[1]!),
  )
