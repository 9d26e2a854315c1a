import { chargeMove, disputeAfter, refuseBeyondDue } from './charge.rules.ts'

test.each([
  ['pending', 'succeeded', 'succeed'],
  ['pending', 'failed', 'fail'],
  ['pending', 'pending', null],
  ['failed', 'succeeded', 'succeed'],
  ['failed', 'failed', null],
  ['failed', 'pending', null],
  ['succeeded', 'succeeded', null],
  ['succeeded', 'failed', null],
  ['succeeded', 'pending', null],
] as const)('a %s payment whose outcome is %s: %s', (status, outcome, move) => {
  expect(chargeMove(status, outcome)).toBe(move)
})

test.each([
  [null, 'open', 'open'],
  [null, 'won', 'won'],
  ['open', 'open', 'open'],
  ['open', 'lost', 'lost'],
  ['won', 'open', 'won'],
  ['lost', 'open', 'lost'],
  ['lost', 'won', 'won'],
  ['open', 'withdrawn', null],
  [null, 'withdrawn', null],
  ['lost', 'withdrawn', 'lost'],
] as const)('a dispute that is %s and is reported %s: %s', (present, reported, after) => {
  expect(disputeAfter(present, reported)).toBe(after)
})

describe('a charge', () => {
  const reasonOf = (amount: number, due: number, underWay = 0) => {
    try {
      refuseBeyondDue(amount, { due, underWay })
      return null
    } catch (error) {
      return (error as { refusal: { reason: string } }).refusal.reason
    }
  }
  test.each([
    [100, 100, 0, null],
    [40, 100, 60, null],
    [0, 100, 0, 'nothing_due'],
    [101, 100, 0, 'nothing_due'],
    [1, 0, 0, 'nothing_due'],
    [100, 100, 1, 'payment_under_way'],
    [41, 100, 60, 'payment_under_way'],
  ])('of %i where %i is due and %i under way: %s', (amount, due, underWay, reason) => {
    expect(reasonOf(amount, due, underWay)).toBe(reason)
  })
})
