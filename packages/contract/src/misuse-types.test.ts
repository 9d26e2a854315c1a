// Misuse that must not compile. The compiler is the test: `tsc` fails when a line marked @ts-expect-error compiles.
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
import { A, C, G, I, L, M, resource } from './operation.ts'
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
  update: M('PATCH /v1/things/{id}/parts/{partId}', {
    summary: 'Change',
    permission: 'things:write',
    body: z.strictObject({ name: z.string().optional() }),
    returns: Thing,
  }),
})

/** Never called, like all functions here: an internal operation declares its callers, a public one cannot. */
export function internalOperations() {
  const spec = { summary: 'Look up', permission: null, returns: Thing }
  I('POST /internal/things', { ...spec, callers: ['gateway'] })
  // @ts-expect-error the list of callers is empty
  I('POST /internal/things', { ...spec, callers: [] })
  // @ts-expect-error the callers are missing
  I('POST /internal/things', spec)
  // @ts-expect-error a public operation has no callers: a permission protects it
  G('GET /v1/things/{id}', { summary: 'Get', permission: null, returns: Thing, callers: ['gateway'] })
}

/** Never called: every creating operation declares its bound. */
export function bounds() {
  const spec = { summary: 'Create', permission: null, returns: Thing }
  C('POST /v1/things', { ...spec, bound: atMost(10, common.not_found) })
  // @ts-expect-error the bound is missing
  C('POST /v1/things', spec)
  A('POST /v1/things/{id}/parts', { ...spec, bound: 'task' })
  // Null is said: it creates nothing.
  A('POST /v1/things/{id}/polish', { ...spec, bound: null })
  // @ts-expect-error what is made under an object says it, too
  A('POST /v1/things/{id}/parts', spec)
  // @ts-expect-error there is no such budget
  C('POST /v1/things', { ...spec, bound: 'thing' })
  // @ts-expect-error the bound of a crud resource is missing
  crud('/v1/things', Thing.extend(stamps), { names: ['a thing', 'things'], sorts: [] })
}

/** Never called: the compiler has to refuse or accept it. */
export function lifecycles() {
  const states = lifecycle({ draft: { publish: 'published' }, published: {} })
  states.next('draft', 'publish')
  // @ts-expect-error a move to an unknown state
  lifecycle({ draft: { publish: 'publishd' }, published: {} })
  // @ts-expect-error a move from an unknown state
  states.next('drafts', 'publish')
  // @ts-expect-error an unknown move
  states.next('draft', 'archive')
  // @ts-expect-error the next state may be null
  const next: 'draft' | 'published' = states.next('draft', 'publish')
  return next
}

export function identifiers() {
  const user: Id<'usr'> = newId('usr')
  // @ts-expect-error an id of one kind is not an id of another
  const order: Id<'ord'> = user
  // @ts-expect-error an unknown prefix
  newId('xyz')
  // @ts-expect-error an unknown prefix
  filter.id('xyz')
  // @ts-expect-error not every string is an id
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
    // @ts-expect-error the path has no such parameter
    path: { thingId: id('off') },
  })
  // @ts-expect-error a permission ends with read or write
  G('GET /v1/things', { summary: 'Get', permission: 'things:own', returns: Thing })
  // @ts-expect-error an operation has a summary
  G('GET /v1/things', { permission: null, returns: Thing })
  // @ts-expect-error a status that the API does not use
  refuse({ teapot: { status: 418, when: 'it is a teapot', message: 'Ask a coffee machine.' } })
  // @ts-expect-error an event is named <group>.<name>
  event('created', { when: 'made', object: Thing, related: [] })
  // @ts-expect-error related keys are ids
  event('thing.created', { when: 'made', object: Thing, related: ['user'] })
  // @ts-expect-error an enumeration has at least one value
  oneOf([])
  // @ts-expect-error a permission ends with read or write
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
  // @ts-expect-error a path parameter is missing
  await client.things.get()
  // @ts-expect-error a path parameter is missing
  await client.things.update({ path: { id: 'a' }, body: {} })
  // @ts-expect-error an unknown path parameter
  await client.things.get({ path: { id: 'a', partId: 'b' } })
  // @ts-expect-error the body is missing
  await client.things.create({})
  // @ts-expect-error a required field is missing
  await client.things.create({ body: { size: 1 } })
  // @ts-expect-error a field that is not declared
  await client.things.create({ body: { name: 'a', colour: 'red' } })
  // @ts-expect-error an operation with one object has no query
  await client.things.get({ path: { id: 'a' }, query: { limit: 1 } })
  // @ts-expect-error a list answers with a page, not with an item
  const { name } = await client.things.list()
  // @ts-expect-error the answer does not have the field
  const { colour } = await client.things.get({ path: { id: 'a' } })
  // @ts-expect-error a read has no body
  await client.things.get({ path: { id: 'a' }, body: {} })
  // @ts-expect-error there is no such operation
  await client.things.explode()
  return [name, colour]
}

test('the declarations of this file are values like any other', () => {
  expect(Object.keys(things)).toEqual(['list', 'create', 'get', 'update'])
})
