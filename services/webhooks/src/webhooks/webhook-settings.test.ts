import { filter, maxParallel, maxPerSecond, secret } from './webhook-settings.ts'

const coded = (bytes: number) => `whsec_${Buffer.alloc(bytes, 1).toString('base64')}`

test.each<[string, string, boolean]>([
  ['sixteen characters', 's'.repeat(16), true],
  ['fewer', 's'.repeat(15), false],
  ['256 characters', 's'.repeat(256), true],
  ['more', 's'.repeat(257), false],
  ['the base64 of sixteen bytes', coded(16), true],
  ['that of fewer', coded(15), false],
  ['that of 64 bytes', coded(64), true],
  ['that of more', coded(65), false],
  ['base64 with something else in it', `${coded(24)}!`, false],
  ['the prefix somewhere else', `a secret whsec_${'!'.repeat(9)}`, true],
])('a secret of %s', (_, input, ok) => {
  expect(secret().safeParse(input).success).toBe(ok)
})

const conditions = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, 'a']))
/** A filter that has this many bytes as JSON. */
const sized = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })

test.each<[string, Record<string, string>, boolean]>([
  ['twenty conditions', conditions(20), true],
  ['more', conditions(21), false],
  ['4 KB', sized(4096), true],
  ['more bytes', sized(4097), false],
  ['fewer characters of more bytes', { a: 'ü'.repeat(2100) }, false],
  ['an empty condition', { a: '' }, false],
  ['a condition on nothing', { '': 'a' }, false],
])('a filter with %s', (_, input, ok) => {
  expect(filter().safeParse(input).success).toBe(ok)
})

test.each([
  [maxParallel(), 100],
  [maxPerSecond(), 10_000],
])('a bound is from one to its most, and whole', (bound, most) => {
  const accepted = [0, 1, 1.5, most, most + 1].map(input => bound.safeParse(input).success)
  expect(accepted).toEqual([false, true, false, true, false])
})
