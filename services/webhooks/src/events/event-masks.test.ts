import { isKnownMask, takes } from './event-masks.ts'

test.each(['*', 'order.*', 'order.paid', 'submission.*', 'system.webhook_failed'])('%s is known', mask => {
  expect(isKnownMask(mask)).toBe(true)
})

test.each([
  '',
  '*.*',
  '.*',
  'order',
  'order.',
  'orders.*',
  'order.payed',
  'order.*.x',
  'Order.paid',
  ' order.paid',
])('%p is unknown', mask => {
  expect(isKnownMask(mask)).toBe(false)
})

test.each([
  [['*'], true],
  [['order.*'], true],
  [['user.*', 'order.paid'], true],
  [['order.created'], false],
  [['user.*'], false],
  [['offer.*', 'ord.*'], false],
  [[], false],
])('%j matches order.paid: %p', (masks, expected) => {
  expect(takes(masks as string[], 'order.paid')).toBe(expected)
})
