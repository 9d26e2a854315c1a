// The relay: takes committed outbox rows in the order of their position and publishes them. One leader per service.
// There is no high-water mark, because a lower position may commit later; a row is marked when the stream has it.
import type { Message } from './publisher.ts'

export interface OutboxRow extends Message {
  position: string
}

/** The outbox as the relay needs it; the host implements it in SQL. */
export interface Outbox {
  /** Unpublished rows, oldest position first; null where another replica leads. */
  pending(limit: number): Promise<OutboxRow[] | null>
  markPublished(positions: readonly string[]): Promise<void>
}

export interface RelayOptions {
  outbox: Outbox
  publish(messages: readonly Message[]): Promise<boolean[]>
  /** Told of every fault; the relay goes on. */
  onError(error: unknown): void
  batch?: number
  /** How long it waits when idle. A poke after a commit wakes it at once. */
  pollMs?: number
}

export class Relay {
  readonly #options: Required<RelayOptions>
  #wake: (() => void) | null = null
  #poked = false
  #running: Promise<void> | null = null
  #stopping = false
  leads = false

  constructor(options: RelayOptions) {
    this.#options = { batch: 500, pollMs: 250, ...options }
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Says that there is something to relay. */
  poke(): void {
    this.#poked = true
    this.#wake?.()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#wake?.()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#poked = false
      const full = await this.#once().catch(error => {
        this.#options.onError(error)
        return false
      })
      if (!full && !this.#poked && !this.#stopping) await this.#pause()
    }
  }

  /** Relays one batch; true where there may be more. */
  async #once(): Promise<boolean> {
    const { outbox, publish, batch } = this.#options
    const rows = await outbox.pending(batch)
    this.leads = rows !== null
    if (!rows?.length) return false
    const stored = await publish(rows)
    const done = rows.filter((_, index) => stored[index]).map(({ position }) => position)
    if (done.length) await outbox.markPublished(done)
    if (done.length < rows.length)
      throw new Error(`The stream did not take ${rows.length - done.length} of ${rows.length} messages.`)
    return rows.length === batch
  }

  #pause(): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, this.#options.pollMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
