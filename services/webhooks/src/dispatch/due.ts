// A delivery for a channel.
import type { SentEvent } from '../events/sent-event.ts'

/** A delivery to send. `event` is null if the event is gone. */
export interface Due {
  id: string
  /** When it became due, as the database wrote it: part of its key in the queue. */
  at: string
  /** For the first attempt at an event, its sequence: the delivery has no rows yet. */
  first: number | null
  attempts: number
  manual: boolean
  replayed: boolean
  eventId: string
  /** For an ordered subscription: the object whose later deliveries wait for this one. */
  object: string | null
  event: SentEvent | null
}
