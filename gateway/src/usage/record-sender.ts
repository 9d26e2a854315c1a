// Records on their way to the service area: they wait in memory and go in batches; no request waits for them. While the bus
// is unavailable they wait, and those beyond the bound are dropped.
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
  #timer: NodeJS.Timeout | null = null
  #flushing: Promise<void> = Promise.resolve()

  constructor(parts: RecordSenderParts) {
    this.#parts = parts
  }

  get isFull(): boolean {
    return this.#waiting.length >= maxWaiting
  }

  /** Takes a record; false where too many wait. */
  add(record: R): boolean {
    if (this.isFull) return false
    this.#waiting.push(record)
    this.#timer ??= setTimeout(() => this.flush(), this.#parts.restMs).unref()
    return true
  }

  /** Sends the waiting records. */
  flush(): Promise<void> {
    clearTimeout(this.#timer ?? undefined)
    this.#timer = null
    this.#flushing = this.#flushing.then(() => this.#send())
    return this.#flushing
  }

  /** Sends the waiting records as far as possible at once. */
  async stop(): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer ?? undefined)
  }

  async #send(): Promise<void> {
    const { subject, publish, name, log } = this.#parts
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, maxAtOnce)
      try {
        await publish(subject, JSON.stringify(batch))
      } catch (error) {
        log.warn({ err: error, waiting: this.#waiting.length }, `${name} could not be sent`)
        this.#timer ??= setTimeout(() => this.flush(), pauseMs).unref()
        return
      }
      this.#waiting = this.#waiting.slice(batch.length)
    }
  }
}
