import { isAscii } from 'node:buffer'
import { BlockedAddressError, ResolveError } from '@lms/service-host/outside'
import { ProxyError } from './egress-proxy.ts'

export type SendError =
  | 'dns'
  | 'connect'
  | 'tls_expired'
  | 'tls_untrusted'
  | 'tls'
  | 'blocked_address'
  | 'proxy_refused'
  | 'timeout_connect'
  | 'timeout_headers'
  | 'closed'
  | 'protocol'
  | 'http_status'
  | 'internal'

/** The result of one attempt. */
export type Outcome = {
  /** A 2xx status arrived within the deadline. */
  ok: boolean
  /** The response's status, or `null` when none arrived. */
  status: number | null
  /** The beginning of the response body, safe to store ({@link storableText}). */
  body: string
  /** From the start of the attempt to its status, or to its error; the body does not count. */
  durationMs: number
  /** Why the attempt failed; `null` when `ok`. */
  error: SendError | null
  /**
   * The cause as a code: `ENOTFOUND`, `CERT_HAS_EXPIRED`, `loopback`. If no connection was established, with the tried
   * addresses, which are allowed ones: `ECONNREFUSED 203.0.114.7:443`.
   */
  detail: string | null
  /** The failure is ours (resolver down, out of sockets) and does not count against the receiver. */
  ours: boolean
}

export type Failure = { error: SendError; detail: string | null; ours: boolean }

const OURS = new Set(['EADDRNOTAVAIL', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'ENETDOWN'])

const UNTRUSTED = new Set([
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
])

const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT', 'UND_ERR_SOCKET'])

const ofProxy = {
  refused: 'proxy_refused',
  unreachable: 'connect',
  timeout: 'timeout_connect',
  ours: 'connect',
} as const

const failure = (error: SendError, detail: string | null, ours = false): Failure => ({ error, detail, ours })

/** The cause of an error before the request was written: look-up, connection or TLS. */
export function connectFailure(error: unknown, secure: boolean): Failure {
  if (error instanceof BlockedAddressError) return failure('blocked_address', error.range ?? error.problem)
  if (error instanceof ResolveError) return failure('dns', error.code, error.ours)
  if (error instanceof ProxyError)
    return failure(ofProxy[error.reason], error.detail, error.reason === 'ours')
  const code = (error as NodeJS.ErrnoException).code ?? 'UNKNOWN'
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return failure('timeout_connect', code)
  if (code === 'CERT_HAS_EXPIRED') return failure('tls_expired', code)
  if (UNTRUSTED.has(code)) return failure('tls_untrusted', code)
  // A connection that opens and is then cut before TLS is up reports ECONNRESET; refusal has its own code.
  if (/^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code) || (secure && code === 'ECONNRESET')) {
    return failure('tls', code)
  }
  // undici refused the request itself, or was destroyed: nothing reached the receiver.
  if (/^UND_ERR_(INVALID_ARG|DESTROYED|CLOSED|ABORTED|REQ_CONTENT)/.test(code)) {
    return failure('internal', code, true)
  }
  return failure('connect', [code, ...triedBy(error)].join(' '), OURS.has(code))
}

/** The addresses that were tried; one error stands for several if a name has several. */
function triedBy(error: unknown): string[] {
  const single = ((error as AggregateError).errors ?? [error]) as { address?: string; port?: number }[]
  const tried = single.flatMap(({ address, port }) =>
    address ? [`${address.includes(':') ? `[${address}]` : address}:${port}`] : [],
  )
  return [...new Set(tried)].slice(0, 4)
}

/** The cause of an error between writing the request and receiving a status. */
export function responseFailure(error: unknown): Failure {
  const { code = 'UNKNOWN', message = '' } = error as NodeJS.ErrnoException
  if (/^UND_ERR_(INVALID_ARG|DESTROYED|CLOSED)/.test(code)) return failure('internal', code, true)
  if (code.startsWith('ERR_SSL_')) return failure('tls', code) // TLS 1.3 may refuse after the handshake
  return CLOSED.has(code) && !message.startsWith('bad ') ? failure('closed', code) : failure('protocol', code)
}

/**
 * The bytes as text for a Postgres `text` column of at most `maxBytes`: invalid UTF-8 and NUL become U+FFFD,
 * and the cut is at a character's boundary.
 *
 * @param truncated more bytes followed, so a character left incomplete at the end is cut off, not replaced
 */
export function storableText(bytes: Buffer, maxBytes: number, truncated: boolean): string {
  // A decoder costs 2 µs, and most answers say "ok".
  if (bytes.length <= maxBytes && isAscii(bytes) && !bytes.includes(0)) return bytes.toString('latin1')
  const text = new TextDecoder().decode(bytes, { stream: truncated }).replaceAll('\0', '\ufffd')
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read)
}
