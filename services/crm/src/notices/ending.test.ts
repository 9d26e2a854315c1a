import { newId } from '@lms/contract'
import { isEnding } from './ending.run.ts'

const [user_id, course_id, other] = [newId('usr'), newId('crs'), newId('crs')]
const [near, far] = ['2026-12-01T00:00:00.000+00:00', '2027-12-01T00:00:00.000+00:00']
const access = (expires_at: string | null, renews = false, course = course_id) => ({
  ...{ course_id: course, expires_at, renews },
})

test.each([
  ['the only one', [access(near)], true],
  ['one that ended earlier beside it', [access(near), access('2026-11-01T00:00:00.000+00:00')], true],
  ['one of another course beside it', [access(near), access(null, false, other)], true],
  ['one that goes on', [access(near), access(far)], false],
  ['one without an end', [access(near), access(null)], false],
  ['one that a subscription renews', [access(near, true)], false],
  ['none any more', [], false],
])('an end near is told or not: %s', (_, accesses, told) => {
  expect(isEnding({ user_id, course_id, expires_at: near }, accesses)).toBe(told)
})
