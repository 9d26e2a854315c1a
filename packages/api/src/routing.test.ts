import { contract, event, L, resourceWithEvents } from '@lms/contract'
import { z } from 'zod'
import { emittedEventsOf } from './events.ts'
import { operationsOf } from './operations.ts'
import { routingTable, routingTableOf } from './routing.ts'

const listAt = (path: `/${string}`, emits: ReturnType<typeof event>[]) =>
  resourceWithEvents(emits, {
    list: L(`GET ${path}`, { summary: 'List', permission: null, returns: z.object({ id: z.string() }) }),
  })
const service = (name: string, path: `/${string}`, events: ReturnType<typeof event>[] = []) =>
  contract({ service: name, area: name, resources: { [name]: listAt(path, events) } })

test('a path goes to the service that declares its first segment', () => {
  expect(routingTable.users).toBe('users')
  expect(routingTable['api-keys']).toBe('users')
  expect(routingTable.orders).toBe('commerce')
})

test('inherited properties are no routes', () => {
  expect(routingTable.constructor).toBeUndefined()
})

test('two services cannot have the same segment', () => {
  const entries = operationsOf([service('users', '/v1/users'), service('crm', '/v1/users/{id}/notes')])
  expect(() => routingTableOf(entries)).toThrow('/v1/users is claimed by users and crm')
})

test('paths outside /v1 are not routed by segment', () => {
  expect(routingTableOf(operationsOf([service('learning', '/certificates')]))).toEqual({})
})

describe('emitted events', () => {
  const eventNamed = (name: `${string}.${string}`) =>
    event(name, { when: 'x', object: z.object({ id: z.string() }), related: [] })

  test('an event outside the catalogue is refused', () => {
    expect(() => emittedEventsOf([service('users', '/v1/users', [eventNamed('user.sneezed')])])).toThrow(
      'users emits user.sneezed',
    )
  })

  test('an event has one emitting service', () => {
    const both = [
      service('a', '/v1/a', [eventNamed('user.created')]),
      service('b', '/v1/b', [eventNamed('user.created')]),
    ]
    expect(() => emittedEventsOf(both)).toThrow('user.created is declared by a and again by b')
  })
})
