// Headers that no honest client sends. All of them are readable HTTP: the suite of sockets tests the others.
import fc from 'fast-check'
import { validId } from './values.ts'

type Header = [string, string]

const each = (name: string, ...values: string[]): fc.Arbitrary<Header[]> =>
  fc.constantFrom(...values).map(value => [[name, value]])
const twice = (name: string, ...values: string[]): fc.Arbitrary<Header[]> =>
  fc.tuple(fc.constantFrom(...values), fc.constantFrom(...values)).map(([a, b]) => [
    [name, a],
    [name, b],
  ])
/** Stands for many headers, filled in when they are sent: `200×10` are 200 of 10 characters. */
export const floodOf = 'flood'
const flood = (count: number, size: number): Header[] => [[floodOf, `${count}×${size}`]]
/** The headers that a flood stands for; any other is itself. */
export function flooded([name, value]: readonly [string, string]): readonly (readonly [string, string])[] {
  if (name !== floodOf) return [[name, value]]
  const [count, size] = value.split('×').map(Number) as [number, number]
  return Array.from({ length: count }, (_, number) => [`x-${number}`, 'y'.repeat(size)])
}

/** Keys that the other school has used, and that requests of ours share. */
export const sharedKey = (number: number) => `shared-${number % 20}`

const idempotencyKey = fc.oneof(
  fc.nat(19).map(number => sharedKey(number)),
  fc.constantFrom(
    '',
    ' ',
    'k'.repeat(255),
    'k'.repeat(256),
    'k'.repeat(5000),
    '\u00e9\u0080\u00ff',
    '\t',
    '~',
  ),
  fc.string({ minLength: 1, maxLength: 40 }).map(text => text.trim()),
)

const kinds: fc.Arbitrary<Header[]>[] = [
  each(
    'content-type',
    '',
    'application/json; charset=utf-16',
    'application/json;charset="',
    'application/json; charset=\u00ff',
    'APPLICATION/JSON',
    'application/vnd.api+json',
    'application/jsonp',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '/',
    `application/json;${'a=b;'.repeat(1000)}`,
  ),
  twice('content-type', 'application/json', 'text/html'),
  each('content-encoding', 'gzip', 'identity', 'deflate, br', 'nothing'),
  each('expect', '100-continue', '200-ok'),
  idempotencyKey.map(value => [['idempotency-key', value]]),
  twice('idempotency-key', 'one', 'two', sharedKey(1)),
  each(
    'if-match',
    '"v1"',
    'W/"v1"',
    '*',
    '"v-1"',
    '"v1e400"',
    '"v99999999999999999999"',
    '"v1", "v2"',
    '"',
    'v',
  ),
  twice('if-match', '"v1"', '"v2"'),
  validId('usr').map(id => [['x-on-behalf-of', id]]),
  each(
    'x-on-behalf-of',
    '',
    'usr_',
    '*',
    '__proto__',
    'a'.repeat(8000),
    '\u00ff',
    'usr_01h455vb4pex5vsknk084sn02q',
  ),
  twice('x-on-behalf-of', 'usr_01h455vb4pex5vsknk084sn02q', '~ours.usr.1~', '~theirs.usr.1~'),
  each(
    'traceparent',
    '',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-00000000000000000000000000000000-0000000000000000-00',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    `00-${'f'.repeat(4000)}`,
    '\u00ff',
  ),
  twice('traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'x'),
  each('tracestate', 'a=b,'.repeat(500), '=', '\u00ff'),
  each('baggage', 'a=b,'.repeat(500), '__proto__=1'),
  each('x-request-id', '', 'mine', '0'.repeat(32), '\u00ff', 'x'.repeat(200), "'; --"),
  twice('x-request-id', 'one', 'two'),
  each('authorization', 'Bearer x', 'Basic YTpi', 'Bearer', '', 'Bearer a b'),
  each('host', 'elsewhere.example', '', '127.0.0.1'),
  each('x-lms-token', 'x', 'eyJhbGciOiJub25lIn0.e30.'),
  each('x-client-request-id', 'forged'),
  each('x-forwarded-host', 'elsewhere.example'),
  each('x-forwarded-for', '::1', '10.0.0.1, x', ','.repeat(4000)),
  each('x-http-method-override', 'DELETE'),
  each('x-original-url', '/internal/outbox'),
  each('connection', 'close', 'keep-alive', 'authorization, host', 'x-lms-token, close', 'upgrade'),
  fc.constant([
    ['connection', 'upgrade'],
    ['upgrade', 'websocket'],
  ]),
  each('accept', 'text/html', '*/*;q=0', 'application/xml', '\u00ff', 'a/b,'.repeat(1000)),
  each('accept-encoding', 'gzip', 'identity;q=0, *;q=0'),
  each('cookie', `a=${'b'.repeat(6000)}`, '__proto__=1; constructor=2'),
  each('range', 'bytes=0-0', 'bytes=-1'),
  each('if-none-match', '*', '"v1"'),
  each('if-modified-since', 'Thu, 01 Jan 2099 00:00:00 GMT'),
  each('te', 'trailers'),
  each('trailer', 'authorization'),
  each('__proto__', 'x'),
  each('constructor', 'x'),
  fc.constant(flood(200, 10)),
  fc.constant(flood(6, 1500)),
  // Node reads a thousand headers and no more.
  fc.constant(flood(900, 0)),
]

/** A few odd headers at once. */
export const oddHeaders: fc.Arbitrary<Header[]> = fc
  .array(fc.oneof(...kinds), { minLength: 1, maxLength: 2 })
  .map(lists => lists.flat())
