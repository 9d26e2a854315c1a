// Misuse that must not compile. The compiler is the test: `tsc` fails where a line marked @ts-expect-error compiles.
import { z } from 'zod'
import { atMost } from './bound.ts'
import { type ClientOf, clientOf } from './client.ts'
import { crud } from './crud.ts'
import { event } from './event.ts'
import { oneOf } from './field-types.ts'
import { stamps } from './fields.ts'
import { filter } from './filter.ts'
import { type Id, id, newId } from './ids.ts'
import { lifecycle } from './lifecycle.ts'
import { C, G, I, L, M, resource } from './operation.ts'
import { hasPermission } from './permission.ts'
import { common, refuse } from './refusal.ts'

const Thing = z.object({ id: id('off'), name: z.string() })
const things = resource({
  list: L('GET /v1/things', {
    summary: 'List',
    permission: 'things:read',
    returns: Thing,
    list: { filters: {}, sorts: ['created_at'] },
  }),
  create: C('POST /v1/things', {
    bound: 'task',
    summary: 'Create',
    permission: 'things:write',
    body: z.strictObject({ name: z.string(), size: z.int().default(1) }),
    returns: Thing,
  }),
  get: G('GET /v1/things/{id}', { summary: 'Get', permission: 'things:read', returns: Thing }),
  change: M('PATCH /v1/things/{id}/parts/{partId}', {
    summary: 'Change',
    permission: 'things:write',
    body: z.strictObject({ name: z.string().optional() }),
    returns: Thing,
  }),
})

/** Never called, as all here: who may call something internal is said, and of what is public it cannot be. */
export function internalOperations() {
  const spec = { summary: 'Look up', permission: null, returns: Thing }
  I('POST /internal/things', { ...spec, callers: ['gateway'] })
  // @ts-expect-error nobody is named
  I('POST /internal/things', { ...spec, callers: [] })
  // @ts-expect-error it is not said who may call it
  I('POST /internal/things', spec)
  // @ts-expect-error a public operation is called by whoever has its permission
  G('GET /v1/things/{id}', { summary: 'Get', permission: null, returns: Thing, callers: ['gateway'] })
}

/** Never called: how many objects there can be is said of whatever makes them. */
export function bounds() {
  const spec = { summary: 'Create', permission: null, returns: Thing }
  C('POST /v1/things', { ...spec, bound: atMost(10, common.not_found) })
  // @ts-expect-error it is not said how many there can be
  C('POST /v1/things', spec)
  // @ts-expect-error there is no such budget
  C('POST /v1/things', { ...spec, bound: 'thing' })
  // @ts-expect-error nor of a resource that is made, read, changed and deleted
  crud('/v1/things', Thing.extend(stamps), { named: ['a thing', 'things'], sorts: [] })
}

/** Never called: it only has to be refused, or taken, by the compiler. */
export function lifecycles() {
  const states = lifecycle({ draft: { publish: 'published' }, published: {} })
  states.next('draft', 'publish')
  // @ts-expect-error a move leads to a state that there is not
  lifecycle({ draft: { publish: 'publishd' }, published: {} })
  // @ts-expect-error there is no such state to move from
  states.next('drafts', 'publish')
  // @ts-expect-error there is no such move
  states.next('draft', 'archive')
  // @ts-expect-error the next state may be none
  const next: 'draft' | 'published' = states.next('draft', 'publish')
  return next
}

export function identifiers() {
  const user: Id<'usr'> = newId('usr')
  // @ts-expect-error an id of one kind is not an id of another
  const order: Id<'ord'> = user
  // @ts-expect-error a prefix that is in no table
  newId('xyz')
  // @ts-expect-error a prefix that is in no table
  filter.id('xyz')
  // @ts-expect-error any text is not an id
  const offer: z.infer<typeof Thing>['id'] = 'thing'
  return [order, offer]
}

export function declarations() {
  // @ts-expect-error a route begins with a method
  G('/v1/things/{id}', { summary: 'Get', permission: null, returns: Thing })
  // @ts-expect-error a path begins with a slash
  G('GET v1/things', { summary: 'Get', permission: null, returns: Thing })
  G('GET /v1/things/{id}', {
    summary: 'Get',
    permission: null,
    returns: Thing,
    // @ts-expect-error the path has no such name
    path: { thingId: id('off') },
  })
  // @ts-expect-error a permission says read or write
  G('GET /v1/things', { summary: 'Get', permission: 'things:own', returns: Thing })
  // @ts-expect-error an operation says what it does
  G('GET /v1/things', { permission: null, returns: Thing })
  // @ts-expect-error a status that is not of the interface
  refuse({ teapot: { status: 418, when: 'it is a teapot', message: 'Ask a coffee machine.' } })
  // @ts-expect-error an event is named <group>.<name>
  event('created', { when: 'made', object: Thing, related: [] })
  // @ts-expect-error related keys are ids
  event('thing.created', { when: 'made', object: Thing, related: ['user'] })
  // @ts-expect-error one of a list has at least one
  oneOf([])
  // @ts-expect-error a permission says read or write
  hasPermission([['*']], 'things')
  // @ts-expect-error there is no such refusal
  return common.teapot
}

export async function calls() {
  const client: ClientOf<{ things: typeof things }> = clientOf({ things }, async () => {
    throw new Error('never called')
  })
  await client.things.create({ body: { name: 'a' } })
  await client.things.list()
  await client.things.list({ query: { limit: 5 } })
  // @ts-expect-error a path name is missing
  await client.things.get()
  // @ts-expect-error a path name is missing
  await client.things.change({ path: { id: 'a' }, body: {} })
  // @ts-expect-error a path name that there is not
  await client.things.get({ path: { id: 'a', partId: 'b' } })
  // @ts-expect-error the body is missing
  await client.things.create({})
  // @ts-expect-error a required field is missing
  await client.things.create({ body: { size: 1 } })
  // @ts-expect-error a field that is not declared
  await client.things.create({ body: { name: 'a', colour: 'red' } })
  // @ts-expect-error one object takes no query
  await client.things.get({ path: { id: 'a' }, query: { limit: 1 } })
  // @ts-expect-error a list answers with a page, not with an item
  const { name } = await client.things.list()
  // @ts-expect-error a field that the answer does not have
  const { colour } = await client.things.get({ path: { id: 'a' } })
  // @ts-expect-error a read takes no body
  await client.things.get({ path: { id: 'a' }, body: {} })
  // @ts-expect-error there is no such operation
  await client.things.explode()
  return [name, colour]
}

test('the declarations of this file are values like any other', () => {
  expect(Object.keys(things)).toEqual(['list', 'create', 'get', 'change'])
})
