// For receivers of webhooks: verifies that a body comes from the school and is recent.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Envelope } from '@lms/contract'

export interface VerifyOptions {
  /** Seconds that `t` may differ from now. */
  tolerance?: number
  /** Unix seconds; default: now. */
  now?: number
  /** `X-LMS-Signature-Next` of the request; during a rotation it is the signature with the new secret. */
  nextHeader?: string | undefined
}

export class WebhookSignatureError extends Error {
  readonly reason: 'header_malformed' | 'too_old' | 'signature_mismatch' | 'not_json'
  constructor(reason: WebhookSignatureError['reason'], message: string) {
    super(message)
    this.name = 'WebhookSignatureError'
    this.reason = reason
  }
}

/**
 * Returns the event of a webhook request, or throws a WebhookSignatureError. `rawBody` is the body's bytes before any
 * parsing, `header` is `X-LMS-Signature`, which is keyed with the text of the
 * secret.
 */
export function verifyWebhook<T = Record<string, unknown>>(
  rawBody: string | Buffer,
  header: string | undefined,
  secret: string,
  { tolerance = 300, now = Math.floor(Date.now() / 1000), nextHeader }: VerifyOptions = {},
): Envelope<T> {
  const headers = [header, nextHeader].filter(value => value !== undefined)
  const problems = headers.map(value => problemOf(rawBody, value, secret, tolerance, now))
  if (!problems.includes(null)) throw describe(problems[0] ?? 'header_malformed')
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    throw describe('not_json')
  }
}

type Problem = WebhookSignatureError['reason']

function problemOf(
  rawBody: string | Buffer,
  header: string,
  secret: string,
  tolerance: number,
  now: number,
): Problem | null {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header)
  if (!match) return 'header_malformed'
  const [, time, signature] = match as unknown as [string, string, string]
  if (Math.abs(now - Number(time)) > tolerance) return 'too_old'
  const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'signature_mismatch'
}

const messages: Record<Problem, string> = {
  header_malformed: 'X-LMS-Signature is missing or not of the form t=<seconds>,v1=<64 hex digits>.',
  too_old: 'The signature is too old or from the future. Check the clock of this machine.',
  signature_mismatch:
    'The signature does not match. Check the secret, and verify the raw body before parsing it.',
  not_json: 'The body is signed but is not JSON.',
}
const describe = (problem: Problem) => new WebhookSignatureError(problem, messages[problem])
