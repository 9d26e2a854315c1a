// The large events of the journal, and later events of their schools: entered school by school, in turn, in
// transactions of their own, while the events of other schools pass them.
import { Backlog } from '@lms/events'
import { largeBytes } from '../events/sent-event.ts'
import type { Read } from './journal-entry.ts'

const maxWaiting = 1000
const batchSize = 500
/** Maximum bytes of a batch, without its last event: smaller ones do not wait for several large ones. */
const maxBatchBytes = 512 * 1024

interface Split {
  /** What waits for nothing. */
  passing: Read[]
  /** Large events, and those of schools with something before them here. */
  waiting: Read[]
}

export class LargeEvents {
  readonly #backlog = new Backlog<Read>(maxWaiting, ({ event }) => event!.school)
  /** Stream positions of all that is not entered yet, rising. */
  readonly #positions = new Set<number>()
  /** How many of each school are not entered yet. */
  readonly #schools = new Map<string, number>()

  /** The stream position of the first one that is not entered, besides those of a batch. */
  first(batch: readonly Read[] = []): number {
    const besides = new Set(batch.map(({ seq }) => seq))
    for (const position of this.#positions) if (!besides.has(position)) return position
    return Number.POSITIVE_INFINITY
  }

  /** Divides messages of the stream. Those that wait count as not entered from here on; {@link add} takes them. */
  split(messages: readonly Read[]): Split {
    const passing: Read[] = []
    const waiting: Read[] = []
    for (const message of messages) {
      const { event, seq } = message
      if (event === null || (event.payload.length < largeBytes && !this.#schools.has(event.school))) {
        passing.push(message)
        continue
      }
      waiting.push(message)
      this.#positions.add(seq)
      this.#schools.set(event.school, (this.#schools.get(event.school) ?? 0) + 1)
    }
    return { passing, waiting }
  }

  /** Takes events once all before them of their schools are entered. Resolves when there is room for more. */
  async add(waiting: readonly Read[]): Promise<void> {
    for (const one of waiting) this.#backlog.push(one, one.event!.payload.length)
    await this.#backlog.room()
  }

  /** Enters them with `enter`, until stopped; rejects with its error. */
  async run(enter: (batch: readonly Read[]) => Promise<void>): Promise<void> {
    for await (const batch of this.#backlog.batches(batchSize, maxBatchBytes)) {
      await enter(batch)
      for (const one of batch) this.#entered(one)
    }
  }

  stop(): void {
    this.#backlog.stop()
  }

  #entered({ seq, event }: Read): void {
    this.#positions.delete(seq)
    const { school } = event!
    const remaining = this.#schools.get(school)! - 1
    if (remaining > 0) this.#schools.set(school, remaining)
    else this.#schools.delete(school)
  }
}
