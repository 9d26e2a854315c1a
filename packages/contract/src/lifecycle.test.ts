import { lifecycle } from './lifecycle.ts'

const order = lifecycle({
  waiting: { pay: 'paid', cancel: 'canceled' },
  paid: { refund: 'refunded' },
  canceled: {},
  refunded: {},
})

test('states are in the order of the table', () => {
  expect(order.states).toEqual(['waiting', 'paid', 'canceled', 'refunded'])
})

test.each([
  ['waiting', 'pay', 'paid'],
  ['waiting', 'cancel', 'canceled'],
  ['waiting', 'refund', null],
  ['paid', 'refund', 'refunded'],
  ['paid', 'pay', null],
  ['canceled', 'pay', null],
] as const)('%s by %s is %s', (state, move, next) => {
  expect(order.next(state, move)).toBe(next)
  expect(order.allows(state, move)).toBe(next !== null)
})

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s is no move', name => {
  expect(order.next('waiting', name as 'pay')).toBeNull()
})

test('an unknown state has no moves', () => {
  expect(order.next('lost' as 'paid', 'refund')).toBeNull()
})

test('the one move that leads to a state is found, and none to the present state', () => {
  expect(order.toward('waiting', 'canceled')).toBe('cancel')
  expect(order.toward('waiting', 'refunded')).toBeNull()
  expect(order.toward('paid', 'paid')).toBeNull()
})

test('the states that allow a move are known, and the initial states', () => {
  expect(order.from('pay')).toEqual(['waiting'])
  expect(order.begins).toEqual(['waiting'])
  expect(lifecycle({ a: { go: 'b' }, b: {} }, { begins: ['a', 'b'] }).begins).toEqual(['a', 'b'])
})
