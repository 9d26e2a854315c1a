// How errors of a send are named, and which part of an answer is kept.
import { BlockedAddressError, ResolveError } from '@lms/service-host/outside'
import fc from 'fast-check'
import { ProxyError } from './egress-proxy.ts'
import { connectFailure, responseFailure, storableText } from './outcome.ts'

const coded = (code?: string, more: object = {}) => Object.assign(new Error('it failed'), { code }, more)
const at = (address: string, port = 443) => ({ address, port })

type NamedError = [error: string, detail: string, ours: boolean]
/** With the name first, for the titles. */
const casesOf = (rows: readonly [Error, ...NamedError][]) =>
  rows.map(([error, ...name]): [...NamedError, Error] => [...name, error])

describe('an error before the request', () => {
  test.each(
    casesOf([
      [
        new BlockedAddressError({ ok: false, problem: 'not_public', range: 'loopback' } as never),
        'blocked_address',
        'loopback',
        false,
      ],
      [
        new BlockedAddressError({ ok: false, problem: 'not_public' } as never),
        'blocked_address',
        'not_public',
        false,
      ],
      [new ResolveError('ENOTFOUND', false), 'dns', 'ENOTFOUND', false],
      [new ResolveError('ESERVFAIL', true), 'dns', 'ESERVFAIL', true],
      [new ProxyError('403', 'refused'), 'proxy_refused', '403', false],
      [new ProxyError('502', 'unreachable'), 'connect', '502', false],
      [new ProxyError('504', 'timeout'), 'timeout_connect', '504', false],
      [new ProxyError('407', 'ours'), 'connect', '407', true],
      [coded('UND_ERR_CONNECT_TIMEOUT'), 'timeout_connect', 'UND_ERR_CONNECT_TIMEOUT', false],
      [coded('ETIMEDOUT'), 'timeout_connect', 'ETIMEDOUT', false],
      [coded('CERT_HAS_EXPIRED'), 'tls_expired', 'CERT_HAS_EXPIRED', false],
      [coded('ERR_TLS_HANDSHAKE_TIMEOUT'), 'tls', 'ERR_TLS_HANDSHAKE_TIMEOUT', false],
      [coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls', 'ERR_SSL_WRONG_VERSION_NUMBER', false],
      [coded('EPROTO'), 'tls', 'EPROTO', false],
      [coded('EPROTONOSUPPORT'), 'connect', 'EPROTONOSUPPORT', false],
      [coded('ECONNRESET'), 'connect', 'ECONNRESET', false],
      [coded('ECONNREFUSED', at('203.0.114.7')), 'connect', 'ECONNREFUSED 203.0.114.7:443', false],
      [coded('ECONNREFUSED', at('2606:4700::1', 8443)), 'connect', 'ECONNREFUSED [2606:4700::1]:8443', false],
      [
        coded('ECONNREFUSED', {
          errors: ['1', '1', '2', '3', '4', '5'].map(last => at(`203.0.114.${last}`)),
        }),
        'connect',
        'ECONNREFUSED 203.0.114.1:443 203.0.114.2:443 203.0.114.3:443 203.0.114.4:443',
        false,
      ],
      [coded('EMFILE'), 'connect', 'EMFILE', true],
      [coded('UND_ERR_DESTROYED'), 'internal', 'UND_ERR_DESTROYED', true],
      [coded('UND_ERR_INVALID_ARG'), 'internal', 'UND_ERR_INVALID_ARG', true],
      [coded(), 'connect', 'UNKNOWN', false],
    ]),
  )('is %s: %s', (name, detail, ours, error) => {
    expect(connectFailure(error, false)).toEqual({ error: name, detail, ours })
  })

  test.each([
    'CERT_CHAIN_TOO_LONG',
    'CERT_NOT_YET_VALID',
    'CERT_REJECTED',
    'CERT_REVOKED',
    'CERT_SIGNATURE_FAILURE',
    'CERT_UNTRUSTED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'HOSTNAME_MISMATCH',
    'INVALID_CA',
    'INVALID_PURPOSE',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('is tls_untrusted: %s', code => {
    expect(connectFailure(coded(code), true)).toEqual({ error: 'tls_untrusted', detail: code, ours: false })
  })

  test('that cuts a connection is one of TLS, where it was to be up', () => {
    expect(connectFailure(coded('ECONNRESET'), true)).toEqual({
      error: 'tls',
      detail: 'ECONNRESET',
      ours: false,
    })
  })
})

describe('an error after the request', () => {
  test.each(
    casesOf([
      ...['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT', 'UND_ERR_SOCKET'].map(
        (code): [Error, ...NamedError] => [coded(code), 'closed', code, false],
      ),
      // undici's words for an answer that it cannot read.
      [coded('UND_ERR_SOCKET', { message: 'bad response' }), 'protocol', 'UND_ERR_SOCKET', false],
      [coded('HPE_INVALID_CONSTANT'), 'protocol', 'HPE_INVALID_CONSTANT', false],
      [
        coded('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
        'tls',
        'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
        false,
      ],
      ...['INVALID_ARG', 'DESTROYED', 'CLOSED'].map((end): [Error, ...NamedError] => [
        coded(`UND_ERR_${end}`),
        'internal',
        `UND_ERR_${end}`,
        true,
      ]),
      [coded(), 'protocol', 'UNKNOWN', false],
    ]),
  )('is %s: %s', (name, detail, ours, error) => {
    expect(responseFailure(error)).toEqual({ error: name, detail, ours })
  })
})

describe('the part of an answer that is kept', () => {
  test.each<[string, Buffer, boolean, string]>([
    ['nothing', Buffer.alloc(0), false, ''],
    ['a short text', Buffer.from('ok'), false, 'ok'],
    ['as much as there is room', Buffer.from('12345678'), false, '12345678'],
    ['no more', Buffer.from('123456789'), false, '12345678'],
    ['letters beyond ASCII', Buffer.from('grün'), false, 'grün'],
    ['exactly as many of them as there is room for', Buffer.from('üüüü'), false, 'üüüü'],
    ['whole characters', Buffer.from('1234567ü'), false, '1234567'],
    ['no NUL', Buffer.from('a\0b'), false, 'a\ufffdb'],
    ['of NULs what has room once they are replaced', Buffer.alloc(8), false, '\ufffd\ufffd'],
    ['an incomplete character, where it is the end', Buffer.from([97, 0xc3]), false, 'a\ufffd'],
    ['no incomplete character, where more followed', Buffer.from([97, 0xc3]), true, 'a'],
  ])('has %s', (_, bytes, truncated, text) => {
    expect(storableText(bytes, 8, truncated)).toBe(text)
  })

  test('is a text that Postgres takes, within its room, and the beginning of what came', () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.string({ unit: 'binary' }).map(text => Buffer.from(text)),
    )
    fc.assert(
      fc.property(bytes, fc.nat(40), fc.boolean(), (input, room, truncated) => {
        const text = storableText(Buffer.from(input), room, truncated)
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(room)
        expect(text).not.toContain('\0')
        expect(text.isWellFormed()).toBe(true)
        const fullText = Buffer.from(input).toString('utf8').replaceAll('\0', '\ufffd')
        expect(fullText.startsWith(text)).toBe(true)
      }),
    )
  })
})
