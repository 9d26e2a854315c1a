import fc from 'fast-check'
import { BlockedAddressError, ResolveError } from './address-guard.ts'
import { connectFailure, responseFailure, storableText } from './outcome.ts'

const withCode = (code: string, message = '') => Object.assign(new Error(message), { code })

describe('before the request was written', () => {
  test.each<[string, unknown, boolean, string, string, boolean]>([
    [
      'a forbidden range',
      new BlockedAddressError({ ok: false, problem: 'forbidden_address', range: 'private' }),
      true,
      'blocked_address',
      'private',
      false,
    ],
    [
      'a forbidden name',
      new BlockedAddressError({ ok: false, problem: 'own_name' }),
      true,
      'blocked_address',
      'own_name',
      false,
    ],
    ['a name that is not there', new ResolveError('ENOTFOUND', false), true, 'dns', 'ENOTFOUND', false],
    ['a resolver of ours that is down', new ResolveError('ESERVFAIL', true), true, 'dns', 'ESERVFAIL', true],
    [
      'a connection that takes too long',
      withCode('UND_ERR_CONNECT_TIMEOUT'),
      true,
      'timeout_connect',
      'UND_ERR_CONNECT_TIMEOUT',
      false,
    ],
    [
      'a connection that the system gives up',
      withCode('ETIMEDOUT'),
      true,
      'timeout_connect',
      'ETIMEDOUT',
      false,
    ],
    ['an expired certificate', withCode('CERT_HAS_EXPIRED'), true, 'tls_expired', 'CERT_HAS_EXPIRED', false],
    [
      'a certificate nobody signed',
      withCode('DEPTH_ZERO_SELF_SIGNED_CERT'),
      true,
      'tls_untrusted',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      false,
    ],
    [
      'a handshake that fails',
      withCode('ERR_SSL_WRONG_VERSION_NUMBER'),
      true,
      'tls',
      'ERR_SSL_WRONG_VERSION_NUMBER',
      false,
    ],
    ['a handshake that is cut', withCode('ECONNRESET'), true, 'tls', 'ECONNRESET', false],
    ['a connection that is cut, without TLS', withCode('ECONNRESET'), false, 'connect', 'ECONNRESET', false],
    [
      'a header that cannot be sent',
      withCode('UND_ERR_INVALID_ARG'),
      true,
      'internal',
      'UND_ERR_INVALID_ARG',
      true,
    ],
    ['a client that was closed', withCode('UND_ERR_CLOSED'), true, 'internal', 'UND_ERR_CLOSED', true],
    ['no socket left here', withCode('EMFILE'), true, 'connect', 'EMFILE', true],
    ['a refusal', withCode('ECONNREFUSED'), true, 'connect', 'ECONNREFUSED', false],
    ['an error without a code', new Error('?'), true, 'connect', 'UNKNOWN', false],
  ])('%s', (_, error, secure, name, detail, ours) => {
    expect(connectFailure(error, secure)).toEqual({ error: name, detail, ours })
  })

  test('names the first four addresses that were tried, each once', () => {
    const tried = ['192.0.2.1', '192.0.2.1', '2001:db8::1', '192.0.2.2', '192.0.2.3', '192.0.2.4']
    const errors = [...tried.map(address => ({ address, port: 443 })), {}]
    const { detail } = connectFailure(Object.assign(withCode('ECONNREFUSED'), { errors }), true)
    expect(detail).toBe('ECONNREFUSED 192.0.2.1:443 [2001:db8::1]:443 192.0.2.2:443 192.0.2.3:443')
  })
})

describe('between the request and its status', () => {
  test.each([
    ['a request that our client refused', withCode('UND_ERR_DESTROYED'), 'internal', true],
    ['a refusal after the handshake', withCode('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), 'tls', false],
    ['a connection that is cut', withCode('ECONNRESET'), 'closed', false],
    ['a connection that ends', withCode('UND_ERR_SOCKET', 'other side closed'), 'closed', false],
    ['an answer that is no HTTP', withCode('UND_ERR_SOCKET', 'bad response'), 'protocol', false],
    ['headers too large', withCode('UND_ERR_HEADERS_OVERFLOW'), 'protocol', false],
  ])('%s', (_, error, name, ours) => {
    expect(responseFailure(error)).toEqual({ error: name, detail: error.code, ours })
  })

  test('an error without a code is one of the protocol', () => {
    expect(responseFailure(new Error('?'))).toEqual({ error: 'protocol', detail: 'UNKNOWN', ours: false })
  })
})

describe('text that can be stored', () => {
  test.each([
    ['', 4, ''],
    ['four', 4, 'four'],
    ['fives', 4, 'five'],
    ['aaü', 4, 'aaü'],
    ['aaaü', 4, 'aaa'],
    ['a\0b', 8, 'a\ufffdb'],
  ])('of %j within %i bytes: %j', (text, most, stored) => {
    expect(storableText(Buffer.from(text), most, false)).toBe(stored)
  })

  test('a character left incomplete is cut off where more followed, and replaced where none did', () => {
    const half = Buffer.from('aü').subarray(0, 2)
    expect(storableText(half, 8, true)).toBe('a')
    expect(storableText(half, 8, false)).toBe('a\ufffd')
  })

  test('fits, and has no NUL and nothing that is half a character, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(40), fc.boolean(), (bytes, most, truncated) => {
        const text = storableText(Buffer.from(bytes), most, truncated)
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most)
        expect(text).not.toContain('\0')
        expect(text.isWellFormed()).toBe(true)
      }),
    )
  })
})
