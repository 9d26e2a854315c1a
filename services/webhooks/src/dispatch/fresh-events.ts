// Events that this process has just entered in the journal, for its own dispatcher, which need not read them back. The journal
// stays the truth: the dispatcher asks it for what is not here, and where it knows another version of a subscription.
import type { SchoolRuntime } from '@lms/service-host'
import { type Asked, mostTakenBytes, type Taken, type TakenEvent } from './queue.store.ts'

/** An event is given out for so long. */
const freshMs = 1000
/** Of one school. */
const mostEvents = 1000
const mostBytes = 4 * 1024 * 1024
/** Of all schools. */
const mostBytesInAll = 16 * 1024 * 1024

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
  /** Monotonic milliseconds, of each event and of the last. */
  times: readonly number[]
  enteredAt: number
}

export class FreshEvents {
  /** By school, the oldest first. */
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  /** Keeps what was committed; `now` is monotonic milliseconds. */
  add(school: string, run: EventRun, now: number): void {
    const before = this.#kept.get(school)
    if (run.events.length === 0 && !before) return
    const bytes = run.events.reduce((sum, { event }) => sum + event.bytes, 0)
    const added = { ...run, bytes, times: run.events.map(() => now), enteredAt: now }
    this.#forget(school)
    const kept = before?.last === run.after ? joined(before, added) : added
    const fits = kept.bytes <= mostBytes && kept.events.length <= mostEvents
    this.#keep(school, fits ? kept : added)
  }

  #keep(school: string, kept: Kept): void {
    this.#kept.set(school, kept)
    this.#bytes += kept.bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= mostBytesInAll) return
      this.#forget(oldest)
    }
  }

  /** What the journal would answer; null where it has to be asked. */
  taken({ school, after, lanes, most }: Asked, now: number): Taken | null {
    const kept = this.#kept.get(school)
    if (!kept || after < kept.after || after >= kept.last) return null
    const { events, times, last, versions } = kept
    const numbers = new Set(lanes.map(({ number }) => number))
    const found: TakenEvent[] = []
    let bytes = 0
    for (const [index, event] of events.entries()) {
      if (event.sequence <= after || !event.takers.some(number => numbers.has(number))) continue
      if (now - times[index]! > freshMs) return null
      if (found.length === most || bytes >= mostTakenBytes)
        return { events: found, till: found.at(-1)!.sequence, more: true, versions }
      found.push(event)
      bytes += event.event.bytes
    }
    return { events: found, till: last, more: false, versions }
  }

  /** Drops what is not fresh any more. */
  expire(now: number): void {
    for (const [school, { enteredAt }] of this.#kept) if (now - enteredAt > freshMs) this.#forget(school)
  }

  #forget(school: string): void {
    this.#bytes -= this.#kept.get(school)?.bytes ?? 0
    this.#kept.delete(school)
  }
}

const joined = (before: Kept, added: Kept): Kept => ({
  ...added,
  after: before.after,
  events: [...before.events, ...added.events],
  times: [...before.times, ...added.times],
  bytes: before.bytes + added.bytes,
})

const made = new WeakMap<SchoolRuntime, FreshEvents>()

/** Those of a running service. */
export function freshEventsOf(runtime: SchoolRuntime): FreshEvents {
  const found = made.get(runtime) ?? new FreshEvents()
  made.set(runtime, found)
  return found
}
