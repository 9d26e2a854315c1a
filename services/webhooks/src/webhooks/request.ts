// The HTTP request of a delivery or a test.
import { deliveryHeaders } from '@lms/service-host/outside'
import type { Target } from './target.ts'

const userAgent = 'lms-webhooks/1'

export interface Enveloped {
  eventId: string
  requestId: string
  body: Buffer
}

/** The send of a delivery; null for a test. */
export interface Delivered {
  deliveryId: string
  /** 1 is the first attempt. */
  attempt: number
}

/** The request of one attempt, signed at `now` with the secrets of that time. */
export function requestOf(
  target: Pick<Target, 'url' | 'secret' | 'rotation' | 'headers'>,
  { eventId, requestId, body }: Enveloped,
  now: Date,
  delivered: Delivered | null = null,
): { url: string; headers: Record<string, string>; body: Buffer } {
  const { rotation } = target
  const rotated = rotation !== null && rotation.endsAt <= now.getTime()
  const headers = deliveryHeaders({
    secret: rotated ? rotation.secret : target.secret,
    nextSecret: rotated ? null : (rotation?.secret ?? null),
    eventId,
    body,
    now,
    requestId,
    userAgent,
  })
  // Own headers never have reserved names (own-headers.ts).
  Object.assign(headers, target.headers)
  if (delivered) {
    headers['X-LMS-Delivery-Id'] = delivered.deliveryId
    headers['X-LMS-Attempt'] = String(delivered.attempt)
  }
  return { url: target.url, headers, body }
}
