// Signatures of requests to outsiders by Standard Webhooks 1.0 (github.com/standard-webhooks/standard-webhooks).
import { createHmac } from 'node:crypto'

/** The key of a secret: Base64 after `whsec_`, else the text itself. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)

/** `webhook-signature` of a body: HMAC-SHA256 over `<id>.<unix seconds>.<body>`, in Base64 behind `v1,`. */
export const standardSignature = (id: string, unixSeconds: number, body: string, secret: string): string =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${unixSeconds}.${body}`).digest('base64')}`

/** The three headers of a signed request; `id` is the same for each attempt. */
export const signedHeaders = (id: string, at: Date, body: string, secret: string): Record<string, string> => {
  const seconds = Math.floor(at.getTime() / 1000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standardSignature(id, seconds, body, secret),
  }
}
