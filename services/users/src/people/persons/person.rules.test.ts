import { newId, Refused } from '@lms/contract'
import type { User } from '../users/user.contract.ts'
import { anonymizeUser, joinUsers } from './person.rules.ts'

const now = '2026-11-21T09:30:00.000+00:00'
const person = (changes: Partial<User> = {}): User => ({
  id: newId('usr'),
  email: null,
  phone: null,
  first_name: '',
  last_name: '',
  role: 'student',
  locale: 'en',
  time_zone: 'UTC',
  status: 'active',
  custom_fields: {},
  merged_into: null,
  anonymized_at: null,
  version: 1,
  created_at: now,
  updated_at: now,
  ...changes,
})
const reasonOf = (work: () => unknown) => {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof Refused ? error.refusal.reason : Promise.reject(error)
  }
}

// the person's values · the duplicate's values · the person's values afterwards · the conflicts
test.each<[string, Partial<User>, Partial<User>, Partial<User>, string[]]>([
  [
    'takes over what is lacking',
    {},
    { email: 'a@x.org', first_name: 'Ann' },
    { email: 'a@x.org', first_name: 'Ann' },
    [],
  ],
  ['keeps the own e-mail', { email: 'b@x.org' }, { email: 'a@x.org' }, { email: 'b@x.org' }, ['email']],
  ['the same is no conflict', { phone: '+491' }, { phone: '+491' }, { phone: '+491' }, []],
  ['is not raised', { role: 'student' }, { role: 'owner' }, { role: 'student' }, ['role']],
  ['is not lowered', { role: 'owner' }, { role: 'student' }, { role: 'owner' }, ['role']],
  ['stays blocked', { status: 'blocked' }, {}, { status: 'blocked' }, []],
  [
    'joins custom fields',
    { custom_fields: { city: 'Bonn', age: 7 } },
    { custom_fields: { city: 'Ulm', level: 'A1' } },
    { custom_fields: { city: 'Bonn', age: 7, level: 'A1' } },
    ['custom_fields.city'],
  ],
  [
    'has no custom field that is null',
    { custom_fields: { city: null, age: null } },
    { custom_fields: { city: 'Ulm', level: null } },
    { custom_fields: { city: 'Ulm' } },
    [],
  ],
  [
    'keeps a custom field that is nought, false or empty',
    { custom_fields: { age: 0, vip: false, level: '', name: 'a' } },
    { custom_fields: { age: 7, vip: true, level: 'A1', constructor: 'b' } },
    { custom_fields: { age: 0, vip: false, level: '', name: 'a', constructor: 'b' } },
    ['custom_fields.age', 'custom_fields.vip', 'custom_fields.level'],
  ],
])('the person who stays %s', (_, into, from, after, conflicts) => {
  const joined = joinUsers(person(into), person(from))
  expect(joined.user).toMatchObject(after)
  if (after.custom_fields) expect(joined.user.custom_fields).toEqual(after.custom_fields)
  expect(joined.conflicts).toEqual(conflicts)
})

test('the duplicate is deleted and names the person who stays', () => {
  const into = person()
  expect(joinUsers(into, person()).removedUser).toMatchObject({ status: 'deleted', merged_into: into.id })
})

test('deleted people cannot be merged, nor a person with themselves', () => {
  const ann = person()
  const deletedPerson = person({ status: 'deleted' })
  expect(reasonOf(() => joinUsers(ann, ann))).toBe('user_merged_into_itself')
  expect(reasonOf(() => joinUsers(deletedPerson, ann))).toBe('user_deleted')
  expect(reasonOf(() => joinUsers(ann, deletedPerson))).toBe('user_deleted')
})

test.each(['active', 'blocked', 'deleted'] as const)('a person who is %s can be anonymized, once', status => {
  const ann = person({
    status,
    email: 'a@x.org',
    phone: '+491',
    first_name: 'Ann',
    custom_fields: { city: 'Bonn' },
  })
  const blank = anonymizeUser(ann, now)
  expect(blank).toMatchObject({
    email: null,
    phone: null,
    first_name: '',
    custom_fields: {},
    status: 'deleted',
  })
  expect(blank.anonymized_at).toBe(now)
  expect(reasonOf(() => anonymizeUser(blank, now))).toBe('user_anonymized')
})
