// An event as it is sent: read once and made a body once, for all subscriptions and attempts of one fetch.
import { bodyOf } from '../events/envelope.ts'

interface Facts {
  type: string
  requestId: string
  sequence: number
  /** The envelope as it is stored. */
  payload: string
}

export class Told {
  readonly type: string
  readonly requestId: string
  /** How large it is, nearly: what a queue with it holds of memory. */
  readonly bytes: number
  readonly #facts: Facts
  readonly #bodies = new Map<boolean, Buffer>()

  constructor(facts: Facts) {
    this.type = facts.type
    this.requestId = facts.requestId
    this.bytes = facts.payload.length
    this.#facts = facts
  }

  /** The exact bytes of a delivery; the same buffer each time, so it must not be written to. */
  body(replayed: boolean): Buffer {
    let body = this.#bodies.get(replayed)
    if (!body) {
      const { payload, sequence } = this.#facts
      body = Buffer.from(bodyOf(payload, sequence, replayed))
      this.#bodies.set(replayed, body)
    }
    return body
  }
}
