// What a lane is to send.
import type { SentEvent } from './sent-event.ts'

/** A delivery that is to be sent. `event` is null where the event is gone. */
export interface Due {
  id: string
  /** The moment from which it is due, as the database wrote it: part of its key in the queue. */
  at: string
  /** Of an event that is sent for the first time, its sequence: the delivery has no rows yet. */
  first: number | null
  attempts: number
  manual: boolean
  replayed: boolean
  eventId: string
  /** Of a subscription that is ordered: what later ones of the same wait for. */
  object: string | null
  event: SentEvent | null
}
