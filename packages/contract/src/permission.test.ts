import fc from 'fast-check'
import { beyond, grants, hasPermission, type Mask, type Permission } from './permission.ts'

const resource = fc.constantFrom('users', 'orders', 'offers')
const verb = fc.constantFrom('read', 'write')
const permission = fc.tuple(resource, verb).map(([name, what]) => `${name}:${what}` as Permission)
const mask: fc.Arbitrary<Mask> = fc.oneof(
  permission,
  fc.constant('*'),
  verb.map(what => `*:${what}`),
  resource.map(name => `${name}:*`),
)
const masks = fc.array(mask, { maxLength: 5 })
const everything = ['users', 'orders', 'offers', 'unheard-of'].flatMap(name => [
  `${name}:read` as Permission,
  `${name}:write` as Permission,
])
const permissionsOf = (sets: Mask[][]) => everything.filter(one => hasPermission(sets, one))

test.each([
  ['*', 'orders:write', true],
  ['*:read', 'orders:read', true],
  ['*:read', 'orders:write', false],
  ['orders:*', 'orders:write', true],
  ['orders:*', 'offers:write', false],
  ['orders:read', 'orders:read', true],
  ['orders:read', 'orders:write', false],
  ['order', 'orders:read', false],
  ['', 'orders:read', false],
] as const)('%s grants %s: %s', (granted, requested, answer) => {
  expect(grants(granted, requested)).toBe(answer)
})

test('a further set never adds a permission', () => {
  fc.assert(
    fc.property(fc.array(masks, { minLength: 1, maxLength: 3 }), masks, (sets, narrowing) => {
      const before = new Set(permissionsOf(sets))
      expect(permissionsOf([...sets, narrowing]).filter(one => !before.has(one))).toEqual([])
    }),
  )
})

test('without a set there is no permission, and every mask exceeds it', () => {
  expect(permissionsOf([])).toEqual([])
  fc.assert(fc.property(masks, requested => expect(beyond(requested, [])).toEqual(requested)))
})

test('an empty set grants nothing, whatever the others grant', () => {
  fc.assert(
    fc.property(fc.array(masks, { maxLength: 3 }), sets => expect(permissionsOf([...sets, []])).toEqual([])),
  )
})

test('a mask that the sets cover never grants more than they do', () => {
  fc.assert(
    fc.property(masks, fc.array(masks, { minLength: 1, maxLength: 3 }), (requested, sets) => {
      const extra = new Set(beyond(requested, sets))
      const within = requested.filter(one => !extra.has(one))
      const may = new Set(permissionsOf(sets))
      expect(permissionsOf([within]).filter(one => !may.has(one))).toEqual([])
    }),
  )
})

test('a mask that is covered by one mask of every set is not beyond them', () => {
  fc.assert(
    fc.property(masks, fc.array(masks, { minLength: 1, maxLength: 3 }), (requested, sets) => {
      expect(
        beyond(
          requested,
          sets.map(set => [...set, ...requested]),
        ),
      ).toEqual([])
    }),
  )
})

test.each([
  [['*'], [['*:read']], ['*']],
  [['*:read'], [['*']], []],
  [['orders:*'], [['orders:read', 'orders:write']], []],
  [['orders:*'], [['*:read', 'orders:write']], []],
  [['*'], [['*:read', '*:write']], []],
  [['orders:*'], [['orders:read']], ['orders:*']],
  [['orders:read'], [['*'], ['*:read']], []],
  [['orders:write', 'orders:read'], [['*'], ['*:read']], ['orders:write']],
])('%j beyond %j is %j', (requested, sets, extra) => {
  expect(beyond(requested, sets)).toEqual(extra)
})
