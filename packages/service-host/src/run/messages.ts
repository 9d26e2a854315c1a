// The events in messages of the bus.
import { type Envelope, isId } from '@lms/contract'
import { type JsMsg, typeOfSubject } from '@lms/events'

/** The id of the request that caused the event of a message. */
export const requestOf = (message: JsMsg) => message.headers?.get('X-Request-Id') ?? ''

/**
 * The event of a message; null if it is none, or if its type differs from its subject, to which the publisher's
 * permissions apply.
 */
export function readEnvelope(message: JsMsg): Envelope | null {
  try {
    const event = message.json<Envelope>()
    return isId('evt', event.id) && event.type === typeOfSubject(message.subject) && event.data.object
      ? event
      : null
  } catch {
    return null
  }
}
