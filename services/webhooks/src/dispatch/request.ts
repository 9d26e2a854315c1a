// What goes over the wire, the same for a delivery and for a test.
import { bodyOf } from '../events/envelope.ts'
import { deliveryHeaders } from '../sending/signature.ts'
import type { Due, Target } from './lane.ts'

const userAgent = 'lms-webhooks/1'

export type Enveloped = Pick<Due, 'eventId' | 'requestId' | 'sequence' | 'replayed'> & { payload: string }

/** The request of one attempt, signed at `now` by the secrets that hold then. */
export function requestOf(
  target: Pick<Target, 'url' | 'secret' | 'rotation'>,
  { eventId, requestId, sequence, replayed, payload }: Enveloped,
  now: Date,
): { url: string; headers: Record<string, string>; body: Buffer } {
  const { rotation } = target
  const rotated = rotation !== null && rotation.endsAt <= now.getTime()
  const body = Buffer.from(bodyOf(payload, sequence, replayed))
  const headers = deliveryHeaders({
    secret: rotated ? rotation.secret : target.secret,
    nextSecret: rotated ? null : (rotation?.secret ?? null),
    eventId,
    body,
    now,
    requestId,
    userAgent,
  })
  return { url: target.url, headers, body }
}
