import { eventCatalogue, mayReceive, readerOf, readsEveryEvent } from '@lms/contract'
import { emittedEvents } from './events.ts'
import { operations } from './operations.ts'

const permissions = new Set(operations.map(({ operation }) => operation.permission))

test('every event needs a permission that reads something', () => {
  const types = emittedEvents.map(({ event }) => event.type)
  expect(types.filter(type => !permissions.has(readerOf(type)) && !type.startsWith('payment.'))).toEqual([])
  expect(eventCatalogue.filter(({ type }) => !readerOf(type).endsWith(':read'))).toEqual([])
})

test('an event with an object of a GET needs the permission of that GET', () => {
  const reads = operations.filter(({ operation }) => operation.method === 'GET')
  const differing = emittedEvents.flatMap(({ event }) => {
    const same = reads.filter(({ operation }) => operation.returns === event.object)
    const needed = same.map(({ operation }) => operation.permission)
    return needed.length === 0 || needed.includes(readerOf(event.type)) ? [] : [event.type]
  })
  expect(differing).toEqual([])
})

test('permission to read the journal allows every event, permission to read orders only those of orders', () => {
  const types = eventCatalogue.map(({ type }) => type)
  expect(types.filter(type => !mayReceive(type, [['*'], [readsEveryEvent]]))).toEqual([])
  const ofOrders = types.filter(type => mayReceive(type, [['*:read'], ['orders:*', 'webhooks:write']]))
  const ofCheckouts = ['order.checkout_abandoned']
  expect([...ofOrders, ...ofCheckouts]).toEqual(types.filter(type => type.startsWith('order.')))
  expect(types.filter(type => mayReceive(type, [['webhooks:write']]))).toEqual([])
})
