import {
  type Caller,
  hasPermission,
  keyKinds,
  type Mask,
  type Permission,
  Refused,
  roles,
} from '@lms/contract'
import fc from 'fast-check'
import { roleRights } from '../../roles.ts'
import { checkRights, keyRights } from './key.rules.ts'

// Every resource that a role names, and one that none does.
const resources = [
  ...new Set(Object.values(roleRights).flatMap(masks => masks.map(mask => mask.split(':')[0]!))),
  'unheard-of',
].filter(name => name !== '*')
const permissions = resources.flatMap(name => [`${name}:read`, `${name}:write`] as Permission[])

const resource = fc.constantFrom(...resources)
const mask: fc.Arbitrary<Mask> = fc.oneof(
  fc.constantFrom(...permissions),
  fc.constantFrom('*', '*:read', '*:write'),
  resource.map(name => `${name}:*`),
)
const scope = fc.array(mask, { minLength: 1, maxLength: 6 })
const key = fc.record({ kind: fc.constantFrom(...keyKinds), role: fc.constantFrom(...roles), scope })
// Issuers with many permissions, so that they may issue many of the keys.
const rights = fc.array(fc.array(mask, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 2 })

const mayIssue = (newKey: Parameters<typeof checkRights>[0], issuer: Mask[][]) => {
  try {
    checkRights(newKey, { role: 'owner', rights: issuer } as unknown as Caller)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(Refused)
    return false
  }
}

test('a key that may be issued has no permission that its issuer lacks', () => {
  fc.assert(
    fc.property(key, rights, (newKey, issuer) => {
      fc.pre(mayIssue(newKey, issuer))
      const more = permissions.filter(
        each => hasPermission(keyRights(newKey), each) && !hasPermission(issuer, each),
      )
      expect(more).toEqual([])
    }),
    { numRuns: 2000, maxSkipsPerRun: 1000 },
  )
})

test("a key with the issuer's own permissions may be issued", () => {
  fc.assert(
    fc.property(key, newKey => {
      expect(mayIssue(newKey, keyRights(newKey))).toBe(true)
    }),
  )
})

test('a role with a narrower permission covers part of a wide scope', () => {
  const reads = roleRights.curator.map(mask => mask.replace(/\*$/, 'read'))
  const issuer = [[...reads.filter(mask => mask !== 'submissions:read'), 'api-keys:write']]
  expect(
    hasPermission(keyRights({ kind: 'integration', role: 'curator', scope: ['*:read'] }), 'submissions:read'),
  ).toBe(true)
  expect(mayIssue({ kind: 'integration', role: 'curator', scope: ['*:read'] }, issuer)).toBe(false)
  expect(
    mayIssue({ kind: 'integration', role: 'curator', scope: ['*:read'] }, [
      [...issuer[0]!, 'submissions:read'],
    ]),
  ).toBe(true)
})

test.each(roles)('a publishable key of role %s submits forms, and nothing more by its kind', role => {
  const masks = (kind: 'publishable' | 'integration') => keyRights({ kind, role, scope: ['*'] })
  expect(hasPermission(masks('publishable'), 'form-submissions:write')).toBe(true)
  const more = permissions.filter(
    each => hasPermission(masks('publishable'), each) && !hasPermission(masks('integration'), each),
  )
  expect(more.filter(each => each !== 'form-submissions:write')).toEqual([])
})

test.each([
  ['pages', false],
  ['redirects', false],
  ['forms', false],
  ['form-submissions', false],
  // Their own uploads: what they attach to an answer. Others' files are refused where they are named.
  ['files', true],
])('a manager edits %s; that a curator does, too, is %s', (resource, curator) => {
  const allowed = (role: 'manager' | 'curator') =>
    hasPermission([[...roleRights[role]]], `${resource}:write` as Permission)
  expect([allowed('manager'), allowed('curator')]).toEqual([true, curator])
})

test('a refused key names the permissions that its issuer lacks', () => {
  const issue = () =>
    checkRights({ kind: 'publishable', role: 'student', scope: ['form-submissions:write'] }, {
      role: 'administrator',
      rights: [['*:read', 'api-keys:write']],
    } as unknown as Caller)
  expect(issue).toThrow(
    expect.objectContaining({
      details: [expect.objectContaining({ message: expect.stringContaining('form-submissions:write') })],
    }),
  )
})
