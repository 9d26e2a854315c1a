import { variantOf } from './variant.ts'

test('a person always gets the same variant, and variants are shared out as declared', () => {
  const people = Array.from({ length: 4000 }, (_, index) => `usr_${index}`)
  const chosen = people.map(person => variantOf([3, 1], 'cmp_1', '1', person))
  expect(people.map(person => variantOf([3, 1], 'cmp_1', '1', person))).toEqual(chosen)
  const first = chosen.filter(variant => variant === 1).length / people.length
  expect(first).toBeGreaterThan(0.7)
  expect(first).toBeLessThan(0.8)
  expect(new Set(chosen)).toEqual(new Set([1, 2]))
  expect(people.map(person => variantOf([1], 'cmp_1', '1', person))).not.toContain(2)
})
