import { retryAfter, TokenBuckets } from './token-bucket.ts'

const rate = { rate: 2, burst: 4 }
let now = 0
const takes = (buckets: TokenBuckets, count: number, of = rate) =>
  Array.from({ length: count }, () => buckets.take([['a', of]]).refused === null).filter(Boolean).length

beforeEach(() => {
  now = 1_000_000
})
const fresh = (most?: number) => new TokenBuckets(() => now, most)

test('a burst passes, then one request for each share of a second', () => {
  const buckets = fresh()
  expect(takes(buckets, 10)).toBe(4)
  now += 499
  expect(takes(buckets, 10)).toBe(0)
  now += 1
  expect(takes(buckets, 10)).toBe(1)
  now += 3_600_000
  expect(takes(buckets, 10)).toBe(4)
})

test('over any time at most burst + rate × time passes', () => {
  const buckets = fresh()
  let passed = 0
  for (let ms = 0; ms < 10_000; ms += 10) {
    now += 10
    passed += takes(buckets, 3)
  }
  expect(passed).toBeGreaterThanOrEqual(23)
  expect(passed).toBeLessThanOrEqual(24)
})

test('two buckets both give a token or neither does', () => {
  const buckets = fresh()
  const wide = { rate: 100, burst: 100 }
  const take = () =>
    buckets.take([
      ['key', { rate: 1, burst: 1 }],
      ['school', wide],
    ])
  expect(take().refused).toBeNull()
  const second = take()
  expect(second.refused?.rate.burst).toBe(1)
  expect(second.levels[1]!.tokens).toBe(99)
})

test('a lowered limit applies at once', () => {
  const buckets = fresh()
  takes(buckets, 1, { rate: 100, burst: 100 })
  expect(takes(buckets, 100, { rate: 1, burst: 2 })).toBe(2)
})

test('a token is returned, never above the burst', () => {
  const buckets = fresh()
  takes(buckets, 4)
  buckets.giveBack('a', rate)
  expect(takes(buckets, 4)).toBe(1)
  now += 60_000
  buckets.giveBack('a', rate)
  expect(takes(buckets, 10)).toBe(4)
})

test('a clock that is set back has no effect', () => {
  const buckets = fresh()
  takes(buckets, 3)
  now -= 60_000
  expect(takes(buckets, 10)).toBe(1)
})

test('the time to wait is in whole seconds', () => {
  const at = (tokens: number, perSecond: number) =>
    retryAfter({ tokens, requested: 1, rate: { rate: perSecond, burst: 1 } })
  expect([at(0, 50), at(0.5, 1), at(0, 0.1), at(0.99, 0.1)]).toEqual([1, 1, 10, 1])
})

test('a larger cost takes more, waits longer, and passes if the bucket is full', () => {
  const buckets = fresh()
  const take = (amount: number) => buckets.take([['a', rate]], amount).refused
  expect(take(3)).toBeNull()
  expect(retryAfter(take(3)!)).toBe(1)
  expect(take(1)).toBeNull()
  expect(retryAfter(take(100)!)).toBe(2)
  now += 2000
  expect(take(100)).toBeNull()
  expect(take(1)).not.toBeNull()
})

test('two gateways that share their counts have as much left as one would', () => {
  const [here, there] = [fresh(), fresh()]
  const publish = () => {
    const [ours, theirs] = [here.drainCharges(), there.drainCharges()]
    for (const one of ours) there.takenElsewhere(one)
    for (const one of theirs) here.takenElsewhere(one)
  }
  expect(takes(here, 3)).toBe(3)
  publish()
  expect(takes(there, 3)).toBe(1)
  publish()
  expect([takes(here, 1), takes(there, 1)]).toEqual([0, 0])
  now += 500
  expect(takes(here, 5)).toBe(1)
  publish()
  expect(takes(there, 5)).toBe(0)
  publish()
  here.giveBack('a', rate)
  publish()
  expect(takes(there, 5)).toBe(1)
  publish()
  expect(here.drainCharges()).toEqual([])
})

test('tokens that both took before they shared are paid back', () => {
  const [here, there] = [fresh(), fresh()]
  let passed = 0
  for (let ms = 0; ms < 60_000; ms += 100) {
    now += 100
    passed += takes(here, 5) + takes(there, 5)
    const [ours, theirs] = [here.drainCharges(), there.drainCharges()]
    for (const one of ours) there.takenElsewhere(one)
    for (const one of theirs) here.takenElsewhere(one)
  }
  // The burst, the rate, and once more the burst for tokens that neither knew of.
  expect(passed).toBeGreaterThanOrEqual(119)
  expect(passed).toBeLessThanOrEqual(4 + 120 + 4)
})
