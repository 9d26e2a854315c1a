import { z } from 'zod'
import { atMost } from './bound.ts'
import { classes, codeNames } from './classes.ts'
import { event } from './event.ts'
import { A, C, G, L, LN, M, P, refusalsOf, U } from './operation.ts'
import { common, errorBody, Refused, refuse } from './refusal.ts'

// The table of the specification, literally.
test.each([
  ['L', 200, [401, 403, 429, 500, 503]],
  ['LN', 200, [401, 403, 404, 429, 500, 503]],
  ['G', 200, [401, 403, 404, 429, 500, 503]],
  ['C', 201, [400, 401, 403, 409, 422, 429, 500, 503]],
  ['A', 201, [400, 401, 403, 404, 409, 422, 429, 500, 503]],
  ['U', 200, [400, 401, 403, 409, 422, 429, 500, 503]],
  ['M', 200, [400, 401, 403, 404, 409, 422, 429, 500, 503]],
  ['P', 200, [404, 429, 500, 503]],
] as const)('class %s succeeds with %i and fails with %j', (name, success, errors) => {
  expect(classes[name]).toMatchObject({ success, errors })
})

test('the names of the statuses are the specification’s', () => {
  expect(codeNames).toEqual({
    400: 'bad_request',
    401: 'unauthorized',
    403: 'forbidden',
    404: 'not_found',
    409: 'conflict',
    422: 'unprocessable',
    429: 'rate_limited',
    500: 'internal_error',
    503: 'unavailable',
  })
})

const returns = z.object({ id: z.string() })
const sample = { summary: 'Sample', permission: null, returns }
const conflict = refuse({ taken: { status: 409, when: 'it is taken', message: 'Take another.' } }).taken
const impossible = refuse({ bad: { status: 422, when: 'it cannot be', message: 'Change it.' } }).bad
const nowhere = refuse({ gone: { status: 404, when: 'it is gone', message: 'Look elsewhere.' } }).gone

test.each([
  ['L', () => L('GET /v1/a', { ...sample, refuses: [conflict] })],
  ['LN', () => LN('GET /v1/a/{id}/b', { ...sample, refuses: [impossible] })],
  ['G', () => G('GET /v1/a/{id}', { ...sample, refuses: [conflict] })],
  ['C', () => C('POST /v1/a', { ...sample, bound: 'task', refuses: [nowhere] })],
  ['U', () => U('PATCH /v1/a', { ...sample, refuses: [nowhere] })],
  ['P', () => P('GET /a/{id}', { ...sample, refuses: [conflict] })],
])('class %s cannot declare a refusal with another status', (name, declare) => {
  expect(declare).toThrow(`class ${name} has no`)
})

test('a creating operation refuses one object too many, or counts objects in a budget', () => {
  const add = C('POST /v1/a', { ...sample, bound: atMost(5, conflict) })
  expect(refusalsOf(add)).toContain(conflict)
  expect(() => C('POST /v1/a', { ...sample, bound: 'event' })).toThrow('it emits none')
})

test('an operation may refuse with the refusals of its class, and with its own', () => {
  const cancel = A('POST /v1/a/{id}/cancel', { ...sample, bound: null, refuses: [conflict] })
  const reasons = refusalsOf(cancel).map(({ reason }) => reason)
  expect(reasons).toEqual(expect.arrayContaining(['not_found', 'invalid_body', 'version_mismatch', 'taken']))
  expect(refusalsOf(M('DELETE /v1/a/{id}', sample))).not.toContain(conflict)
  const statuses = refusalsOf(L('GET /v1/a', sample)).map(({ status }) => status)
  expect([...new Set(statuses)].sort()).toEqual([401, 403, 429, 500, 503])
})

test('only a change can lack a confirmation', () => {
  const of = (operation: Parameters<typeof refusalsOf>[0]) =>
    refusalsOf(operation).map(({ reason }) => reason)
  expect(of(M('DELETE /v1/a/{id}', sample))).toContain('confirmation_needed')
  expect(of(G('GET /v1/a/{id}', sample))).not.toContain('confirmation_needed')
})

test('only an operation that emits an event can refuse it as too large', () => {
  const orderCreated = event('order.created', { when: 'made', object: z.object({}), related: [] })
  const of = (operation: Parameters<typeof refusalsOf>[0]) =>
    refusalsOf(operation).map(({ reason }) => reason)
  expect(of(M('PATCH /v1/a/{id}', { ...sample, emits: [orderCreated] }))).toContain('event_too_large')
  expect(of(M('PATCH /v1/a/{id}', sample))).not.toContain('event_too_large')
})

test('every shared refusal says when it occurs and what to do', () => {
  for (const [reason, refusal] of Object.entries(common)) {
    expect(refusal.reason).toBe(reason)
    expect(refusal.message).toMatch(/^[A-Z].{15,}\.$/s)
    expect(refusal.when).toMatch(/^(?:[a-z]|X-|Id|If).{10,}[^.]$/)
  }
})

test('all errors have the same shape', () => {
  const refused = new Refused(conflict, undefined, { details: [{ path: 'body.name', message: 'is taken' }] })
  expect(errorBody(refused, 'r1')).toEqual({
    error: {
      code: 'conflict',
      reason: 'taken',
      message: 'Take another.',
      details: [{ path: 'body.name', message: 'is taken' }],
      request_id: 'r1',
    },
  })
})
