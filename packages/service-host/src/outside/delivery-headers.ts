// Signatures of requests to outsiders: that of the school's own deliveries, and Standard Webhooks 1.0
// (github.com/standard-webhooks/standard-webhooks), which transports of messages have alone.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/** The input of {@link deliveryHeaders}. */
export type DeliveryHeadersInput = {
  /** The subscription's secret; see {@link lmsKeyOf} and {@link standardKeyOf} for its keys. */
  secret: string
  /** The new secret during a rotation. */
  nextSecret?: string | null
  /** The event's id, the same for every attempt: receivers de-duplicate by it. */
  eventId: string
  /** The exact bytes that go over the wire. */
  body: Buffer | string
  /** Time of this attempt: every attempt has a new signature. */
  now: Date
  /** Trace id of the request that caused the event. */
  requestId: string
  userAgent: string
}

const standardPrefix = 'whsec_'

/** The key of `X-LMS-Signature`: the UTF-8 bytes of the secret's text, whatever its form. */
const lmsKeyOf = (secret: string): Buffer => Buffer.from(secret)

/**
 * The key of `webhook-signature`: of a secret in the form of Standard Webhooks, `whsec_` and base64, the decoded bytes, as
 * the verifiers of that specification take it; of any other its UTF-8 bytes.
 */
const standardKeyOf = (secret: string): Buffer =>
  secret.startsWith(standardPrefix)
    ? Buffer.from(secret.slice(standardPrefix.length), 'base64')
    : Buffer.from(secret)

/** Keys as Node's crypto takes them best: a signature costs 1.6 µs with a KeyObject, and 10 µs with a Buffer. */
const keys = new Map<string, KeyObject>()
const maxKeys = 2000

type KeyOf = (secret: string) => Buffer

function keyObjectOf(secret: string, keyOf: KeyOf): KeyObject {
  const name = `${keyOf === lmsKeyOf ? 'lms' : 'standard'} ${secret}`
  const cached = keys.get(name)
  if (cached) return cached
  if (keys.size >= maxKeys) keys.clear()
  const keyObject = createSecretKey(keyOf(secret))
  keys.set(name, keyObject)
  return keyObject
}

const hmac = (secret: string, keyOf: KeyOf, prefix: string, body: Buffer | string) =>
  createHmac('sha256', keyObjectOf(secret, keyOf)).update(prefix).update(body)

/**
 * `X-LMS-Signature`: `t=<unix seconds>,v1=<hex>`, HMAC-SHA256 over `<t>.<raw body>`, keyed with the text of the
 * secret.
 */
export const signLms = (secret: string, rawBody: Buffer | string, unixSeconds: number): string =>
  `t=${unixSeconds},v1=${hmac(secret, lmsKeyOf, `${unixSeconds}.`, rawBody).digest('hex')}`

/**
 * One signature of `webhook-signature` as Standard Webhooks 1.0 defines it: `v1,<base64>`, HMAC-SHA256 over
 * `<id>.<unix seconds>.<raw body>`. Its verifiers take the secret in the form of {@link standardSecret}.
 */
export const signStandard = (
  secret: string,
  id: string,
  unixSeconds: number,
  rawBody: Buffer | string,
): string => `v1,${hmac(secret, standardKeyOf, `${id}.${unixSeconds}.`, rawBody).digest('base64')}`

/** The secret in the form of Standard Webhooks verifiers: `whsec_` and the base64 of its key. */
export const standardSecret = (secret: string): string =>
  standardPrefix + standardKeyOf(secret).toString('base64')

/** The three headers of a request that is signed by Standard Webhooks alone; `id` is the same for each attempt. */
export const signedHeaders = (
  id: string,
  at: Date,
  body: Buffer | string,
  secret: string,
): Record<string, string> => {
  const seconds = Math.floor(at.getTime() / 1000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signStandard(secret, id, seconds, body),
  }
}

/**
 * All headers of one delivery attempt.
 *
 * During a rotation `X-LMS-Signature` has exactly one `v1`, by the old secret, because a receiver written to the
 * specification reads exactly one; `X-LMS-Signature-Next` has the new secret's. The Standard Webhooks header has both,
 * separated by a space, as that specification allows.
 */
export function deliveryHeaders(input: DeliveryHeadersInput): Record<string, string> {
  const { secret, nextSecret, eventId } = input
  const body = typeof input.body === 'string' ? Buffer.from(input.body) : input.body
  const t = Math.floor(input.now.getTime() / 1000)
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': input.userAgent,
    'X-Request-Id': input.requestId,
    'X-LMS-Signature': signLms(secret, body, t),
    ...signedHeaders(eventId, input.now, body, secret),
  }
  if (nextSecret) {
    headers['X-LMS-Signature-Next'] = signLms(nextSecret, body, t)
    headers['webhook-signature'] += ` ${signStandard(nextSecret, eventId, t, body)}`
  }
  return headers
}
