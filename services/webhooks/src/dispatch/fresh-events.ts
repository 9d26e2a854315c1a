// Events that this process has just entered in the journal, for its own dispatcher, which need not read them back. The journal
// stays the truth: the dispatcher asks it for what is not here, and where it knows another version of a subscription.
import type { SchoolRuntime } from '@lms/service-host'
import { type Asked, maxTakenBytes, type Taken, type TakenEvent } from './queue.store.ts'

/** An event is given out for so long. */
const freshMs = 1000
/** Of one school. */
const maxBytes = 4 * 1024 * 1024
/** Of all schools. */
const maxBytesInAll = 16 * 1024 * 1024
/** What an event takes besides its text. */
const bytesBesides = 500

/** Consecutive events of a school: all that lanes take of them. */
export interface EventRun {
  /** Sequences; the first is not part of it. */
  after: number
  last: number
  events: readonly TakenEvent[]
  /** The versions of the school's subscriptions when the last of them were entered. */
  versions: ReadonlyMap<string, number>
}

interface Kept extends EventRun {
  bytes: number
  /** Monotonic milliseconds. */
  enteredAt: number
}

export class FreshEvents {
  /** By school, the one with the oldest last run first. The runs of a school follow each other with nothing missing. */
  readonly #kept = new Map<string, Kept[]>()
  #bytes = 0

  /** Keeps what was committed; `now` is monotonic milliseconds. */
  add(school: string, run: EventRun, now: number): void {
    const before = this.#kept.get(school)
    if (run.events.length === 0 && !before) return
    const bytes = run.events.reduce((sum, { event }) => sum + event.bytes + bytesBesides, 0)
    const runs = before?.at(-1)?.last === run.after ? before : []
    if (runs !== before) this.#forget(school)
    runs.push({ ...run, bytes, enteredAt: now })
    this.#bytes += bytes
    this.#kept.delete(school)
    this.#kept.set(school, runs)
    this.#shorten(runs, now)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= maxBytesInAll) return
      this.#forget(oldest)
    }
  }

  /** Drops the first runs of a school that are old, or too much. */
  #shorten(runs: Kept[], now: number): void {
    let bytes = bytesOf(runs)
    while (runs.length > 1 && (bytes > maxBytes || now - runs[0]!.enteredAt > freshMs)) {
      const { bytes: dropped } = runs.shift()!
      bytes -= dropped
      this.#bytes -= dropped
    }
  }

  /** What the journal would answer; null where it has to be asked. */
  taken({ school, after, lanes, most }: Asked, now: number): Taken | null {
    const runs = this.#kept.get(school) ?? []
    const first = runs.findIndex(({ last }) => last > after)
    if (first < 0 || after < runs[first]!.after || now - runs[first]!.enteredAt > freshMs) return null
    const numbers = new Set(lanes.map(({ number }) => number))
    const { last: till, versions } = runs.at(-1)!
    const found: TakenEvent[] = []
    let bytes = 0
    for (const { events } of runs.slice(first))
      for (const event of events) {
        if (event.sequence <= after || !event.takers.some(number => numbers.has(number))) continue
        if (found.length === most || bytes >= maxTakenBytes)
          return { events: found, till: found.at(-1)!.sequence, more: true, versions }
        found.push(event)
        bytes += event.event.bytes
      }
    return { events: found, till, more: false, versions }
  }

  /** Drops what is not fresh any more. */
  expire(now: number): void {
    for (const [school, runs] of this.#kept) if (now - runs.at(-1)!.enteredAt > freshMs) this.#forget(school)
  }

  #forget(school: string): void {
    this.#bytes -= bytesOf(this.#kept.get(school) ?? [])
    this.#kept.delete(school)
  }
}

const bytesOf = (runs: readonly Kept[]) => runs.reduce((sum, { bytes }) => sum + bytes, 0)

const made = new WeakMap<SchoolRuntime, FreshEvents>()

/** Those of a running service. */
export function freshEventsOf(runtime: SchoolRuntime): FreshEvents {
  const found = made.get(runtime) ?? new FreshEvents()
  made.set(runtime, found)
  return found
}
