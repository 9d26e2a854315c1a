// The events in messages of the bus.
import { type Envelope, isId, Refused } from '@lms/contract'
import { type JsMsg, typeOfSubject } from '@lms/events'
import { hasWaited } from '../database/database.ts'
import type { Runtime } from '../work/runtime.ts'

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

/** Whether a reaction has only waited too long for the database or another service: nothing is wrong with its event. */
export const waitedInVain = (error: unknown): boolean =>
  hasWaited(error) || (error instanceof Refused && error.refusal.status === 503)

/** Logs that a message comes again. That it waited too long for others is no error: nothing was done. */
export function logRepeated(runtime: Runtime, reaction: string, error: unknown, message?: JsMsg): void {
  runtime.log[waitedInVain(error) ? 'warn' : 'error'](
    { err: error, reaction, request_id: message && requestOf(message) },
    'a reaction failed and will be repeated',
  )
}
