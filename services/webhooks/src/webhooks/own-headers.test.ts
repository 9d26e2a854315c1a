import { changedHeaders, Headers, sentHeaders } from './own-headers.ts'

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
  ])('%j: %p', (given, ok) => {
    expect(Headers.safeParse(given).success).toBe(ok)
  })
})

const before = { 'X-Tenant': 'a', Authorization: 'Bearer old' }
test.each([
  ['nothing given', {}, false, before],
  ['new headers', { headers: { 'X-B': 'b' } }, false, { 'X-B': 'b', Authorization: 'Bearer old' }],
  ['no headers', { headers: null }, false, { Authorization: 'Bearer old' }],
  ['no credential', { credential: null }, false, { 'X-Tenant': 'a' }],
  ['another origin', {}, true, {}],
  ['another origin with headers of its own', { headers: { 'X-B': 'b' } }, true, { 'X-B': 'b' }],
])('a change with %s', (_, given, moved, kept) => {
  expect(changedHeaders(before, given, { moved })).toEqual(kept)
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
