// Events that this process has just entered in the journal, for its own dispatcher, which need not read them back. The journal
// stays the truth: the dispatcher asks it for what is not here, and where it knows another version of a subscription.
import type { SchoolRuntime } from '@lms/service-host'
import { maxReadBytes, type ReadEvent, type ReadRequest, type ReadResult } from './queue.store.ts'

/** An event is given out for so long. */
const freshMs = 1000
/** Of one school. */
const maxBytes = 4 * 1024 * 1024
/** Of all schools. */
const maxBytesInAll = 16 * 1024 * 1024
/** What an event takes besides its text. */
const bytesBesides = 500

/** Consecutive events of a school: all that channels take of them. */
export interface EventRun {
  /** Sequences; the first is not part of it. */
  after: number
  last: number
  events: readonly ReadEvent[]
  /** The versions of the school's subscriptions when the last of them were entered. */
  versions: ReadonlyMap<string, number>
}

interface FreshRun extends EventRun {
  bytes: number
  /** Monotonic milliseconds. */
  enteredAt: number
}

export class FreshEvents {
  /** By school, the one with the oldest last run first. The runs of a school follow each other with nothing missing. */
  readonly #runs = new Map<string, FreshRun[]>()
  #bytes = 0

  /** Keeps what was committed; `now` is monotonic milliseconds. */
  add(school: string, run: EventRun, now: number): void {
    const before = this.#runs.get(school)
    if (run.events.length === 0 && !before) return
    const bytes = run.events.reduce((sum, { event }) => sum + event.bytes + bytesBesides, 0)
    const runs = before?.at(-1)?.last === run.after ? before : []
    if (runs !== before) this.#forget(school)
    runs.push({ ...run, bytes, enteredAt: now })
    this.#bytes += bytes
    this.#runs.delete(school)
    this.#runs.set(school, runs)
    this.#shorten(runs, now)
    for (const oldest of this.#runs.keys()) {
      if (this.#bytes <= maxBytesInAll) return
      this.#forget(oldest)
    }
  }

  /** Drops the first runs of a school that are old, or too much. */
  #shorten(runs: FreshRun[], now: number): void {
    let bytes = bytesOf(runs)
    while (runs.length > 1 && (bytes > maxBytes || now - runs[0]!.enteredAt > freshMs)) {
      const { bytes: dropped } = runs.shift()!
      bytes -= dropped
      this.#bytes -= dropped
    }
  }

  /** What the journal would answer; null where it has to be asked. */
  taken({ school, after, channels, most }: ReadRequest, now: number): ReadResult | null {
    const runs = this.#runs.get(school) ?? []
    const first = runs.findIndex(({ last }) => last > after)
    if (first < 0 || after < runs[first]!.after || now - runs[first]!.enteredAt > freshMs) return null
    const numbers = new Set(channels.map(({ number }) => number))
    const { last: till, versions } = runs.at(-1)!
    const matches: ReadEvent[] = []
    let bytes = 0
    for (const { events } of runs.slice(first))
      for (const event of events) {
        if (event.sequence <= after || !event.takers.some(number => numbers.has(number))) continue
        if (matches.length === most || bytes >= maxReadBytes)
          return { events: matches, till: matches.at(-1)!.sequence, more: true, versions }
        matches.push(event)
        bytes += event.event.bytes
      }
    return { events: matches, till, more: false, versions }
  }

  /** Drops what is not fresh any more. */
  expire(now: number): void {
    for (const [school, runs] of this.#runs) if (now - runs.at(-1)!.enteredAt > freshMs) this.#forget(school)
  }

  #forget(school: string): void {
    this.#bytes -= bytesOf(this.#runs.get(school) ?? [])
    this.#runs.delete(school)
  }
}

const bytesOf = (runs: readonly FreshRun[]) => runs.reduce((sum, { bytes }) => sum + bytes, 0)

const instances = new WeakMap<SchoolRuntime, FreshEvents>()

/** Those of a running service. */
export function freshEventsOf(runtime: SchoolRuntime): FreshEvents {
  const freshEvents = instances.get(runtime) ?? new FreshEvents()
  instances.set(runtime, freshEvents)
  return freshEvents
}
