import { eventCatalogue, mayReceive, readerOf, readsEveryEvent } from '@lms/contract'
import { emittedEvents } from './events.ts'
import { operations } from './operations.ts'

const permissions = new Set(operations.map(({ operation }) => operation.permission))

test('what an event needs is a right that reads something', () => {
  const types = emittedEvents.map(({ event }) => event.type)
  expect(types.filter(type => !permissions.has(readerOf(type)) && !type.startsWith('payment.'))).toEqual([])
  expect(eventCatalogue.filter(({ type }) => !readerOf(type).endsWith(':read'))).toEqual([])
})

test('an event of what a GET answers needs the right of that GET', () => {
  const reads = operations.filter(({ operation }) => operation.method === 'GET')
  const differing = emittedEvents.flatMap(({ event }) => {
    const same = reads.filter(({ operation }) => operation.returns === event.object)
    const needed = same.map(({ operation }) => operation.permission)
    return needed.length === 0 || needed.includes(readerOf(event.type)) ? [] : [event.type]
  })
  expect(differing).toEqual([])
})

test('who reads the journal may have every event sent, and who reads orders those of orders alone', () => {
  const types = eventCatalogue.map(({ type }) => type)
  expect(types.filter(type => !mayReceive(type, [['*'], [readsEveryEvent]]))).toEqual([])
  const ofOrders = types.filter(type => mayReceive(type, [['*:read'], ['orders:*', 'webhooks:write']]))
  expect(ofOrders).toEqual(types.filter(type => type.startsWith('order.')))
  expect(types.filter(type => mayReceive(type, [['webhooks:write']]))).toEqual([])
})
