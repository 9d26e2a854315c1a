import fc from 'fast-check'
import { Shares } from './shares.ts'

const takeAll = (shares: Shares, group: string, amount = 1) => {
  let count = 0
  while (shares.take(group, `${group} ${count}`, amount) === null) count++
  return count
}

test('one group alone gets half; each of several greedy groups gets as much as is left', () => {
  const shares = new Shares({ all: 100, each: 100 })
  expect(takeAll(shares, 'a')).toBe(50)
  expect(takeAll(shares, 'b')).toBe(25)
  expect(takeAll(shares, 'c')).toBe(12)
  expect(shares.take('a', 'a 51')).toBe('group')
})

test('all groups that want as much as possible end with equal shares', () => {
  const shares = new Shares({ all: 100, each: 100 })
  const counts = { a: 0, b: 0, c: 0 }
  for (let round = 0; round < 100; round++)
    for (const group of ['a', 'b', 'c'] as const) if (shares.take(group, group) === null) counts[group]++
  expect(counts).toEqual({ a: 25, b: 25, c: 25 })
})

test('a member gets at most its own bound, while others of its group continue', () => {
  const shares = new Shares({ all: 100, each: 3 })
  expect([1, 2, 3, 4].map(() => shares.take('a', 'one'))).toEqual([null, null, null, 'member'])
  expect(shares.take('a', 'two')).toBeNull()
  expect(shares.take('a', 'three', 4)).toBe('member')
})

test('a refusal costs nothing, and returned amounts can be taken again', () => {
  const shares = new Shares({ all: 10, each: 10 })
  expect(shares.take('a', 'one', 6)).toBe('group')
  expect(shares.take('a', 'one', 5)).toBeNull()
  expect(shares.take('a', 'one', 1)).toBe('group')
  shares.give('a', 'one', 5)
  expect(shares.take('a', 'one', 5)).toBeNull()
})

test('any sequence of takes and returns stays within the whole, and leaves a place for a newcomer', () => {
  const step = fc.record({ group: fc.nat(3), member: fc.nat(2), amount: fc.integer({ min: 1, max: 9 }) })
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 200 }), steps => {
      const shares = new Shares({ all: 64, each: 20 })
      const holdings: { group: string; member: string; amount: number }[] = []
      for (const [{ group, member, amount }, back] of steps) {
        const one = { group: `g${group}`, member: `g${group} m${member}`, amount }
        const oldest = back ? holdings.shift() : undefined
        if (oldest) shares.give(oldest.group, oldest.member, oldest.amount)
        else if (shares.take(one.group, one.member, one.amount) === null) holdings.push(one)
        expect(holdings.reduce((sum, each) => sum + each.amount, 0)).toBeLessThanOrEqual(64)
      }
      expect(shares.take('new', 'new')).toBeNull()
      shares.give('new', 'new')
      for (const each of holdings) shares.give(each.group, each.member, each.amount)
      expect(takeAll(shares, 'last')).toBe(32)
    }),
  )
})
