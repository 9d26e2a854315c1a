// The large events of the journal, and later events of their schools: entered one after the other, in transactions of
// their own, while the events of other schools pass them.
import { Backlog } from '@lms/events'
import { largeBytes } from '../dispatch/sent-event.ts'
import type { Read } from './entry.ts'

const mostWaiting = 1000
const batchSize = 500
/** Maximum bytes of a batch, without its last event: smaller ones do not wait for several large ones. */
const mostBatchBytes = 512 * 1024
const idleMs = 5000

interface Split {
  /** What waits for nothing. */
  passing: Read[]
  /** Large events, and those of schools with something before them here. */
  waiting: Read[]
}

export class LargeEvents {
  readonly #backlog = new Backlog<Read>(mostWaiting)
  /** Stream positions of all that is not entered yet, rising. */
  readonly #positions: number[] = []
  /** How many of each school are not entered yet. */
  readonly #schools = new Map<string, number>()
  #stopped = false

  /** The stream position of the first one that is not entered, after the first `besides` of them. */
  first(besides = 0): number {
    return this.#positions[besides] ?? Number.POSITIVE_INFINITY
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
      this.#positions.push(seq)
      this.#schools.set(event.school, (this.#schools.get(event.school) ?? 0) + 1)
    }
    return { passing, waiting }
  }

  /** Takes events once all before them of their schools are entered. Resolves when there is room for more. */
  async add(waiting: readonly Read[]): Promise<void> {
    for (const one of waiting) this.#backlog.push(one, one.event!.payload.length)
    if (!this.#stopped) await this.#backlog.room()
  }

  /** Enters them with `enter`, until stopped; rejects with its error. */
  async run(enter: (batch: readonly Read[]) => Promise<void>): Promise<void> {
    while (!this.#stopped) {
      if (this.#backlog.isEmpty) await this.#backlog.arrival(idleMs)
      if (this.#stopped || this.#backlog.isEmpty) continue
      const batch = this.#backlog.take(batchSize, mostBatchBytes)
      await enter(batch)
      this.#positions.splice(0, batch.length)
      for (const { event } of batch) this.#entered(event!.school)
    }
  }

  stop(): void {
    this.#stopped = true
    this.#backlog.wake()
  }

  #entered(school: string): void {
    const left = this.#schools.get(school)! - 1
    if (left > 0) this.#schools.set(school, left)
    else this.#schools.delete(school)
  }
}
