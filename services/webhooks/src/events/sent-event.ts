// An event to send: parsed once and serialized once, for all subscriptions and attempts of one fetch.
import type { PickedFields } from '@lms/service-host'
import { bodyOf } from './envelope.ts'

/** An event of this size takes the processor so long that others would notice: the journal and the sends let them pass. */
export const largeBytes = 64 * 1024

interface Facts {
  type: string
  requestId: string
  sequence: number
  /** The envelope as it is stored. */
  payload: string
}

export class SentEvent {
  readonly type: string
  readonly requestId: string
  /** Its approximate size in memory. */
  readonly bytes: number
  readonly payload: string
  /** Monotonic milliseconds: when it came from the journal. */
  readonly readAt = performance.now()
  readonly #sequence: number
  readonly #bodies = new Map<boolean, Buffer>()

  constructor(facts: Facts) {
    this.type = facts.type
    this.requestId = facts.requestId
    this.bytes = facts.payload.length
    this.payload = facts.payload
    this.#sequence = facts.sequence
  }

  /**
   * The exact bytes of a delivery. Those of the whole object are made once and shared, so they must not be written to;
   * a part, which few channels have in common, is made for each send.
   */
  body(replayed: boolean, part: PickedFields = 'whole'): Buffer {
    if (part !== 'whole') return this.#make(replayed, part)
    let body = this.#bodies.get(replayed)
    if (!body) {
      body = this.#make(replayed, part)
      this.#bodies.set(replayed, body)
    }
    return body
  }

  #make(replayed: boolean, part: PickedFields): Buffer {
    return Buffer.from(bodyOf(this.payload, this.#sequence, replayed, part))
  }
}
