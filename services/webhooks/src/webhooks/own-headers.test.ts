import { Credential, changedHeaders, Headers, sentHeaders } from './own-headers.ts'

describe("a school's own headers", () => {
  test.each([
    [{ 'X-Tenant': 'a' }, true],
    [{}, true],
    [{ 'X-Tenant': 'a', 'x-tenant': 'b' }, false],
    [{ 'X-LMS-Signature': 'forged' }, false],
    [{ 'webhook-id': 'forged' }, false],
    [{ Host: 'elsewhere' }, false],
    [{ 'Content-Length': '1' }, false],
    [{ 'Transfer-Encoding': 'chunked' }, false],
    [{ authorization: 'Bearer a' }, false],
    [{ 'X-Forwarded-For': '10.0.0.1' }, false],
    [{ 'X A': 'a' }, false],
    [{ 'X-A': 'a\r\nX-LMS-Signature: forged' }, false],
    [{ 'X-A': 'ü' }, false],
    [{ 'X-A': '' }, false],
    [Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`X-${index}`, 'a'])), false],
  ])('%j: %p', (headers, ok) => {
    expect(Headers.safeParse(headers).success).toBe(ok)
  })

  test.each([
    ...['Connection', 'Keep-Alive', 'Content-Type', 'TE', 'Trailer', 'Upgrade', 'Expect', 'Date', 'Via'],
    ...['User-Agent', 'Cookie', 'Forwarded', 'Proxy-Authorization', 'X-Request-Id', 'Webhook-Signature'],
    ...['Traceparent', 'Tracestate'],
  ])('%s is reserved, and names that only contain it are free', name => {
    const ok = (name: string) => Headers.safeParse({ [name]: 'a' }).success
    expect([ok(name), ok(`My-${name}`)]).toEqual([false, true])
  })

  test.each(['Hosting', 'Dated', 'Teapot', 'X-LMS', 'Upgrade-2', 'Authorization-2'])('%s is free', name => {
    expect(Headers.safeParse({ [name]: 'a' }).success).toBe(true)
  })

  test.each<[string, Record<string, string>, boolean]>([
    ['a name of a hundred characters', { ['n'.repeat(100)]: 'a' }, true],
    ['a longer one', { ['n'.repeat(101)]: 'a' }, false],
    ['an empty one', { '': 'a' }, false],
    ['one with all signs of a token', { "!#$%&'*+.^_`|~0-9A-Za-z-": 'a' }, true],
    ['a value of a thousand characters', { A: 'a'.repeat(1000) }, true],
    ['a longer one', { A: 'a'.repeat(1001) }, false],
    ['one with all that is printable', { A: ' a~' }, true],
    ['one with a character that is not', { A: 'a\x7f' }, false],
    ['ten headers', Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`X-${index}`, 'a'])), true],
  ])('%s: %p: %p', (_, headers, ok) => {
    expect(Headers.safeParse(headers).success).toBe(ok)
  })
})

test.each<[object, boolean]>([
  [{ type: 'bearer', token: 'a' }, true],
  [{ type: 'bearer', token: '' }, false],
  [{ type: 'bearer', token: 'a\r\nX-LMS-Test: 1' }, false],
  [{ type: 'basic', username: 'ü', password: '' }, true],
  [{ type: 'basic', username: 'u'.repeat(200), password: 'p'.repeat(200) }, true],
  [{ type: 'basic', username: 'u'.repeat(201), password: 'p' }, false],
  [{ type: 'basic', username: 'u', password: 'p'.repeat(201) }, false],
  [{ type: 'basic', username: '', password: 'p' }, false],
  [{ type: 'basic', username: 'a:b', password: 'p' }, false],
  [{ type: 'basic', username: 'a\nb', password: 'p' }, false],
  [{ type: 'basic', username: 'a', password: 'p:q' }, true],
  [{ type: 'basic', username: 'a', password: 'p\nq' }, false],
  [{ type: 'digest', token: 'a' }, false],
])('a credential %j: %p', (credential, ok) => {
  expect(Credential.safeParse(credential).success).toBe(ok)
})

const before = { 'X-Tenant': 'a', Authorization: 'Bearer old' }
test.each([
  ['nothing given', {}, false, before],
  ['new headers', { headers: { 'X-B': 'b' } }, false, { 'X-B': 'b', Authorization: 'Bearer old' }],
  ['no headers', { headers: null }, false, { Authorization: 'Bearer old' }],
  ['no credential', { credential: null }, false, { 'X-Tenant': 'a' }],
  ['another origin', {}, true, {}],
  ['another origin with headers of its own', { headers: { 'X-B': 'b' } }, true, { 'X-B': 'b' }],
])('a change with %s', (_, change, moved, expected) => {
  expect(changedHeaders(before, change, { moved })).toEqual(expected)
})

test('a credential is a header by its scheme (RFC 6750, RFC 7617)', () => {
  expect(sentHeaders({ credential: { type: 'bearer', token: 'abc' } })).toEqual({
    Authorization: 'Bearer abc',
  })
  expect(
    sentHeaders({ credential: { type: 'basic', username: 'Aladdin', password: 'open sesame' } }),
  ).toEqual({
    Authorization: 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==',
  })
})
