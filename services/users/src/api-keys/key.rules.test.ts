import { type Caller, hasPermission, type Mask, type Permission, Refused, roles } from '@lms/contract'
import fc from 'fast-check'
import { roleRights } from '../roles.ts'
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
const key = fc.record({ role: fc.constantFrom(...roles), scope })
// Issuers with many permissions, so that they may issue many of the keys.
const rights = fc.array(fc.array(mask, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 2 })

const mayIssue = (given: { role: (typeof roles)[number]; scope: Mask[] }, issuer: Mask[][]) => {
  try {
    checkRights(given, { rights: issuer } as unknown as Caller)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(Refused)
    return false
  }
}

test('a key that may be issued has no permission that its issuer lacks', () => {
  fc.assert(
    fc.property(key, rights, (given, issuer) => {
      fc.pre(mayIssue(given, issuer))
      const more = permissions.filter(
        each => hasPermission(keyRights(given), each) && !hasPermission(issuer, each),
      )
      expect(more).toEqual([])
    }),
    { numRuns: 2000, maxSkipsPerRun: 1000 },
  )
})

test("a key with the issuer's own permissions may be issued", () => {
  fc.assert(
    fc.property(key, given => {
      expect(mayIssue(given, keyRights(given))).toBe(true)
    }),
  )
})

test('a role with a narrower permission covers part of a wide scope', () => {
  const reads = roleRights.curator.map(mask => mask.replace(/\*$/, 'read'))
  const issuer = [[...reads.filter(mask => mask !== 'submissions:read'), 'api-keys:write']]
  expect(hasPermission(keyRights({ role: 'curator', scope: ['*:read'] }), 'submissions:read')).toBe(true)
  expect(mayIssue({ role: 'curator', scope: ['*:read'] }, issuer)).toBe(false)
  expect(mayIssue({ role: 'curator', scope: ['*:read'] }, [[...issuer[0]!, 'submissions:read']])).toBe(true)
})
