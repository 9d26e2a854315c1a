import { type Id, newId } from '@lms/contract'
import fc from 'fast-check'
import type { Membership } from '../group-accesses/group-access.store.ts'
import { difference } from './group-access.rules.ts'

const [spring, autumn] = [newId('grp'), newId('grp')]
const [ann, bob] = [newId('usr'), newId('usr')]
const [math, chess] = [newId('crs'), newId('crs')]
const member = (user_id: Id<'usr'>, group_id: Id<'grp'>, ...course_ids: Id<'crs'>[]): Membership => ({
  group_id,
  user_id,
  course_ids,
})
const access = (user_id: Id<'usr'>, group_id: Id<'grp'>, course_id: Id<'crs'>) => ({
  group_id,
  user_id,
  course_id,
})

test.each([
  ['who joined gets every course', [member(ann, spring, math, chess)], [], [math, chess], 0],
  ['who has them gets nothing', [member(ann, spring, math)], [access(ann, spring, math)], [], 0],
  ['who left loses them', [], [access(ann, spring, math), access(ann, spring, chess)], [], 2],
  ['a course in the place of another', [member(ann, spring, chess)], [access(ann, spring, math)], [chess], 1],
  [
    'one too many goes',
    [member(ann, spring, math)],
    [access(ann, spring, math), access(ann, spring, math)],
    [],
    1,
  ],
  [
    'what another group gives is another right',
    [member(ann, spring, math)],
    [access(ann, autumn, math)],
    [math],
    1,
  ],
  [
    'what another person has is another right',
    [member(ann, spring, math)],
    [access(bob, spring, math)],
    [math],
    1,
  ],
])('%s', (_, memberships, present, granted, revoked) => {
  const { grant, revoke } = difference(memberships, present)
  expect(grant.map(({ course_id }) => course_id)).toEqual(granted)
  expect(revoke).toHaveLength(revoked)
})

test('applying the difference leaves none', () => {
  const id = fc.constantFrom(0, 1, 2)
  const people = [ann, bob, newId('usr')]
  const courses = [math, chess, newId('crs')]
  const membership = fc
    .tuple(id, fc.uniqueArray(id))
    .map(([person, list]) => member(people[person]!, spring, ...list.map(each => courses[each]!)))
  const present = fc
    .tuple(id, id)
    .map(([person, course]) => access(people[person]!, spring, courses[course]!))
  const memberships = fc.uniqueArray(membership, { selector: ({ user_id }) => user_id })
  fc.assert(
    fc.property(memberships, fc.array(present), (requiredAccesses, have) => {
      const { grant, revoke } = difference(requiredAccesses, have)
      const now = [...have.filter(one => !revoke.includes(one)), ...grant]
      expect(difference(requiredAccesses, now)).toEqual({ grant: [], revoke: [] })
      expect(now).toHaveLength(requiredAccesses.reduce((sum, { course_ids }) => sum + course_ids.length, 0))
    }),
  )
})
