import { beyond, roles } from '@lms/contract'
import { roleRights } from './roles.ts'

// So permissions can be compared by rank. A student’s permissions reach only their own objects, and are not compared.
const staff = roles.filter(role => role !== 'student')
const pairs = staff.flatMap((role, rank) => staff.slice(rank).map(below => [role, below] as const))

test.each(pairs)('the role %s includes all permissions of the role %s', (role, below) => {
  expect(beyond(roleRights[below], [roleRights[role]])).toEqual([])
})
