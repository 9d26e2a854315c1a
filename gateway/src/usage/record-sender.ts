// Records on their way to the service area: they wait in memory and go in batches; no request waits for them. While the bus
// is unavailable they wait, and those beyond the bound are dropped.
import { Flusher } from '@lms/service-host/front'
import type { Logger } from 'pino'

export interface RecordSenderParts {
  readonly subject: string
  publish(subject: string, payload: string): Promise<void>
  /** Of them, for the log: `records of requests`. */
  readonly name: string
  /** Milliseconds that records wait for others. */
  readonly restMs: number
  readonly log: Logger
}

/** The pause before another try if the bus is unavailable. */
const pauseMs = 5000
const maxAtOnce = 200
const maxWaiting = 2000

export class RecordSender<R> {
  readonly #parts: RecordSenderParts
  #waiting: R[] = []
  readonly #flusher = new Flusher(() => this.#send())

  constructor(parts: RecordSenderParts) {
    this.#parts = parts
  }

  /** Takes a record; false where too many wait. */
  add(record: R): boolean {
    if (this.#waiting.length >= maxWaiting) return false
    this.#waiting.push(record)
    this.#flusher.later(this.#parts.restMs)
    return true
  }

  /** Sends the waiting records. */
  flush(): Promise<void> {
    return this.#flusher.flush()
  }

  /** Sends the waiting records as far as possible at once. */
  async stop(): Promise<void> {
    await this.flush()
    this.#flusher.cancel()
  }

  async #send(): Promise<void> {
    const { subject, publish, name, log } = this.#parts
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, maxAtOnce)
      try {
        await publish(subject, JSON.stringify(batch))
      } catch (error) {
        log.warn({ err: error, waiting: this.#waiting.length }, `${name} could not be sent`)
        this.#flusher.later(pauseMs)
        return
      }
      this.#waiting = this.#waiting.slice(batch.length)
    }
  }
}
