import { newId } from '@lms/contract'
import { fateOf, isUnchanged } from './checkout.rules.ts'

test.each([
  ['open', 3, 'open', 3, true],
  ['open', 3, 'abandoned', 4, true],
  ['abandoned', 4, 'abandoned', 4, true],
  ['open', 3, 'open', 4, false],
  ['open', 3, 'abandoned', 5, false],
  ['abandoned', 4, 'abandoned', 5, false],
] as const)(
  'read as %s in version %i, and now %s in version %i: unchanged is %s',
  (was, read, status, version, is) => {
    expect(isUnchanged({ status, version }, { status: was, version: read })).toBe(is)
  },
)

const contact = { email: 'ann@school.org', phone: null, user_id: null }
const nobody = { email: null, phone: null, user_id: null }
const changed = { updated_at: '2026-11-21T09:30:00.000+00:00' }

test.each([
  ['open', contact, 'abandon', '2026-11-21T10:15:00.000Z'],
  ['open', { ...nobody, phone: '+491711234567' }, 'abandon', '2026-11-21T10:15:00.000Z'],
  ['open', { ...nobody, user_id: newId('usr') }, 'abandon', '2026-11-21T10:15:00.000Z'],
  ['open', nobody, 'delete', '2026-12-21T09:30:00.000Z'],
  ['abandoned', contact, 'delete', '2026-12-21T09:30:00.000Z'],
] as const)('a checkout that is %s with %j: %s at %s', (status, by, what, at) => {
  const fate = fateOf({ status, ...changed, ...by }, { abandoned_after_minutes: 45 })
  expect(fate).toEqual({ what, at: new Date(at) })
})

test('a confirmed checkout stays', () => {
  expect(fateOf({ status: 'confirmed', ...changed, ...contact }, { abandoned_after_minutes: 45 })).toBeNull()
})
