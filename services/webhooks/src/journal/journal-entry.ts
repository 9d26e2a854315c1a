// An event on its way into the journal, and with its place there.
import type { Subscription } from '../events/receivers.ts'

export interface NewEvent {
  school: string
  id: string
  type: string
  created_at: string
  request_id: string
  user_id: string | null
  object_id: string | null
  /** For system.webhook_failed: the failed subscription. */
  failed_webhook_id: string | null
  /** Whether a request caused it directly, and no reaction or job. */
  by_request: boolean
  payload: string
}

/** A message of the stream; one that is not an event has only its position. */
export interface Read {
  seq: number
  event: NewEvent | null
  /** When the stream stored it, in milliseconds, and how many messages had come after it when it was read. */
  storedAt: number
  behind: number
}

/** An event with its place in the journal. */
export interface Entry extends NewEvent {
  sequence: number
  entered_at: string
  /** Channels whose cursors find it. */
  takers: readonly Subscription[]
  /** Channels whose queues contain it, because it may wait for others of its object. */
  ordered: readonly Subscription[]
}
