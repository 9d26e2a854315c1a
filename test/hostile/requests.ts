// Requests as plain values that fast-check can create, print and shrink: an operation of the document, and the
// differences from its example.
import fc from 'fast-check'
import { resolve, type Target, targets } from './document.ts'
import { oddHeaders } from './headers.ts'
import { queryOf } from './queries.ts'
import { fitting, oddBody, oddJson, validId } from './values.ts'

export type BodyPlan =
  /** The example's body, with these fields in it. */
  | { kind: 'fields'; set: Record<string, unknown> }
  /** The same, and at one of its places (counted, modulo their number) an odd value, a further key, or nothing. */
  | { kind: 'mutated'; set: Record<string, unknown>; at: number; how: Mutation; key: string; json: string }
  /** Bytes as Latin-1. */
  | { kind: 'raw'; bytes: string }

export type Mutation = 'replace' | 'add' | 'double' | 'remove'

export interface HostileRequest {
  /** An operationId; null for no operation. */
  operation: string | null
  /** For no operation: method and request target. */
  line?: { method: string; path: string }
  /** Whose example the path names. */
  whose: 'ours' | 'theirs'
  /** The value of each path parameter: null for the example's value. */
  path: (string | null)[]
  query: string
  headers: [string, string][]
  body: BodyPlan | null
  chunked: boolean
}

const oddKeys = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  'id',
  'school_id',
  'version',
  '',
  '\u0000',
  'x'.repeat(1000),
)
const mutations = fc.constantFrom<Mutation>('replace', 'replace', 'replace', 'add', 'double', 'remove')

const oddPath = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('usr', 'off', 'ord', 'key', 'whk', 'evt').chain(validId) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '',
      '.',
      '..',
      '%2e',
      '%2e%2e',
      '%252e%252e',
      '%2f',
      '%2F..%2F',
      '%5c',
      '%00',
      'usr_01h455vb4pex5vsknk084sn02q%00',
      'USR_01H455VB4PEX5VSKNK084SN02Q',
      'usr_',
      '%',
      '%zz',
      '%c0%ae%c0%ae',
      '%ff%fe',
      '%ed%a0%80',
      '%E2%80%AE',
      '%u0041',
      '__proto__',
      'constructor',
      'toString',
      ':id',
      '{id}',
      '*',
      ';a=b',
      '-1',
      '1e400',
      "'%20or%201=1--",
      'x'.repeat(600),
      'x'.repeat(9000),
      '%61'.repeat(700),
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }).map(encodeURIComponent) },
)

function bodyOf({ body }: Target, hostility: 'fitting' | 'near' | 'odd'): fc.Arbitrary<BodyPlan | null> {
  const raw = oddBody.map((bytes): BodyPlan => ({ kind: 'raw', bytes }))
  if (!body)
    return hostility === 'fitting'
      ? fc.constant(null)
      : fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: raw })
  const set = someFields(body)
  if (hostility === 'fitting') return set.map(fields => ({ kind: 'fields', set: fields }))
  const mutated = fc.record({
    kind: fc.constant('mutated' as const),
    set,
    at: fc.nat(30),
    how: mutations,
    key: oddKeys,
    json: oddJson,
  })
  return hostility === 'near' ? mutated : fc.oneof(raw, mutated)
}

/** Some of a body's fields: more often none, so that the example gets through. */
function someFields(body: Parameters<typeof resolve>[0]): fc.Arbitrary<Record<string, unknown>> {
  const table = Object.entries((resolve(body).properties ?? {}) as Record<string, object>)
  if (table.length === 0) return fc.constant({})
  const one = fc.oneof(...table.map(([name, schema]) => fitting(schema).map(value => ({ [name]: value }))))
  return fc
    .array(one, { maxLength: 3, size: 'max' })
    .map(parts => (parts.length > 1 ? Object.assign({}, ...parts.slice(1)) : {}))
}

const namesIn = ({ parameters }: Target) => parameters.filter(one => one.in === 'path').length
const repeat = <T>(count: number, one: fc.Arbitrary<T>) =>
  fc.array(one, { minLength: count, maxLength: count })

function requestTo(target: Target): fc.Arbitrary<HostileRequest> {
  const operation = fc.constant(target.id)
  const names = namesIn(target)
  const examplePath = repeat(names, fc.constant(null))
  const fits = fc.record({
    operation,
    whose: fc.constant('ours' as const),
    path: examplePath,
    query: queryOf(target.parameters, 'fitting'),
    headers: fc.constant<HostileRequest['headers']>([]),
    body: bodyOf(target, 'fitting'),
    chunked: fc.boolean(),
  })
  const near = fc.record({
    operation,
    whose: names ? fc.constantFrom('ours', 'ours', 'ours', 'theirs') : fc.constant('ours' as const),
    path: examplePath,
    query: queryOf(target.parameters, 'fitting'),
    headers: fc.oneof(
      { weight: 2, arbitrary: fc.constant<HostileRequest['headers']>([]) },
      { weight: 1, arbitrary: oddHeaders },
    ),
    body: bodyOf(target, 'near'),
    chunked: fc.boolean(),
  })
  const hostile = fc.record({
    operation,
    whose: fc.constantFrom('ours', 'theirs'),
    path: repeat(names, fc.oneof(fc.constant(null), oddPath)),
    query: queryOf(target.parameters, 'odd'),
    headers: oddHeaders,
    body: bodyOf(target, 'odd'),
    chunked: fc.boolean(),
  })
  return fc.oneof(
    { weight: 5, arbitrary: fits as fc.Arbitrary<HostileRequest> },
    { weight: 7, arbitrary: near as fc.Arbitrary<HostileRequest> },
    { weight: 9, arbitrary: hostile as fc.Arbitrary<HostileRequest> },
  )
}

const strangeMethods = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'PUT',
  'PATCH',
  'DELETE',
  'POST',
  'GET',
]
const strangePaths = [
  '/',
  '/api',
  '/api/',
  '/api/v1',
  '/api/v1/',
  '//api/v1/users',
  '/api/v1//users',
  '/api/v1/users/',
  '/api/v1/USERS',
  '/api/v2/users',
  '/api/v1/../v1/users',
  '/api/v1/%2e%2e/internal/keys/resolve',
  '/api/v1/..%2f..%2finternal',
  '/api/v1/%75sers',
  '/api/v1/%00',
  '/api/v1/%ff',
  '/api/v1/__proto__',
  '/api/v1/constructor',
  '/api/v1/toString/x',
  '/api/v1/users/../../healthz',
  '/api/v1/users/%2e%2e/%2e%2e/readyz',
  '/api/internal/outbox',
  '/internal/outbox',
  '/operator/v1/schools',
  '/readyz',
  '/metrics',
  '/.env',
  'http://elsewhere.example/api/v1/users',
  '*',
  '/__proto__',
  '/constructor',
  `/api/v1/${'a/'.repeat(3000)}`,
  '/api/v1/nowhere?%',
  '/api?/v1/users',
  '/api/v1/users%3flimit=1',
  '/api/v1/users;a=b',
]

/** What is no operation at all. */
const noOperation: fc.Arbitrary<HostileRequest> = fc.record({
  operation: fc.constant(null),
  line: fc.record({ method: fc.constantFrom(...strangeMethods), path: fc.constantFrom(...strangePaths) }),
  whose: fc.constant('ours' as const),
  path: fc.constant([]),
  query: fc.constant(''),
  headers: fc.oneof(fc.constant<HostileRequest['headers']>([]), oddHeaders),
  body: fc.oneof(
    fc.constant(null),
    oddBody.map((bytes): BodyPlan => ({ kind: 'raw', bytes })),
  ),
  chunked: fc.boolean(),
})

/** Any request: to each operation of the document alike, and now and then to none. */
export const anyRequest: fc.Arbitrary<HostileRequest> = fc.oneof(
  { weight: 1, arbitrary: noOperation },
  { weight: 24, arbitrary: fc.oneof(...targets.map(requestTo)) },
)
