// Webhooks at their receiver: verifies that a body comes from the school and is recent, with WebCrypto alone.
import type { SchoolEvent } from './generated/event-types.ts'

/** Where the signature is: a `Request`, or the headers and the body as it came, before any parsing. */
export type SignedRequest = Request | { headers: Headers | HeaderFields; body: string | Uint8Array }
export type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** Seconds that the time of the signature may differ from now: 300. */
  tolerance?: number
  /** Unix seconds; default: now. */
  now?: number
}

export type SignatureProblem =
  | 'header_missing'
  | 'header_malformed'
  | 'too_old'
  | 'signature_mismatch'
  | 'not_json'

export class SignatureError extends Error {
  override readonly name = 'SignatureError'
  readonly reason: SignatureProblem
  constructor(reason: SignatureProblem) {
    super(messages[reason])
    this.reason = reason
  }
}

const messages: Readonly<Record<SignatureProblem, string>> = {
  header_missing:
    'X-LMS-Signature is missing: the request comes from somebody else, or a proxy dropped the header.',
  header_malformed: 'X-LMS-Signature is not of the form t=<seconds>,v1=<64 hex digits>.',
  too_old: 'The signature is too old or from the future. Check the clock of this machine.',
  signature_mismatch:
    'The signature does not match. Check the secret, and verify the raw body before parsing it.',
  not_json: 'The body is signed but is not JSON.',
}

/**
 * The event of a request; throws a {@link SignatureError}. With several secrets one of them has to match: while a secret is
 * rotated, give the old and the new one. Of the request itself the body is read.
 */
export async function verify(
  request: SignedRequest,
  secret: string | readonly string[],
  { tolerance = 300, now = Math.floor(Date.now() / 1000) }: VerifyOptions = {},
): Promise<SchoolEvent> {
  const body =
    request instanceof Request ? new Uint8Array(await request.arrayBuffer()) : bytesOf(request.body)
  const headers = ['x-lms-signature', 'x-lms-signature-next']
    .map(name => headerOf(request.headers, name))
    .filter(value => value !== null)
  const secrets = typeof secret === 'string' ? [secret] : secret
  const problems: (SignatureProblem | null)[] = []
  for (const header of headers)
    for (const one of secrets) problems.push(await problemOf(header, body, one, { tolerance, now }))
  if (!problems.includes(null)) throw new SignatureError(problems[0] ?? 'header_missing')
  try {
    return JSON.parse(new TextDecoder().decode(body)) as SchoolEvent
  } catch {
    throw new SignatureError('not_json')
  }
}

/** `X-LMS-Signature` of a body at a time in Unix seconds: for the tests of a receiver. */
export async function sign(
  body: string | Uint8Array,
  secret: string,
  seconds: number = Math.floor(Date.now() / 1000),
): Promise<string> {
  const key = await keyOf(secret, 'sign')
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signedBytes(seconds, bytesOf(body))))
  return `t=${seconds},v1=${[...signature].map(byte => byte.toString(16).padStart(2, '0')).join('')}`
}

const form = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

async function problemOf(
  header: string,
  body: Uint8Array,
  secret: string,
  { tolerance, now }: Required<VerifyOptions>,
): Promise<SignatureProblem | null> {
  const match = form.exec(header)
  if (!match) return 'header_malformed'
  const seconds = Number(match[1])
  if (Math.abs(now - seconds) > tolerance) return 'too_old'
  const signature = Uint8Array.from(match[2]!.match(/../g)!, digits => Number.parseInt(digits, 16))
  const key = await keyOf(secret, 'verify')
  const signed = signedBytes(seconds, body)
  return (await crypto.subtle.verify('HMAC', key, signature, signed)) ? null : 'signature_mismatch'
}

const keyOf = (secret: string, use: 'sign' | 'verify'): ReturnType<typeof crypto.subtle.importKey> =>
  crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [use])

const bytesOf = (text: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text)

function signedBytes(seconds: number, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = bytesOf(`${seconds}.`)
  const signed = new Uint8Array(prefix.length + body.length)
  signed.set(prefix)
  signed.set(body, prefix.length)
  return signed
}

function headerOf(headers: Headers | HeaderFields, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name)
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return (typeof value === 'string' ? value : value?.[0]) ?? null
}
