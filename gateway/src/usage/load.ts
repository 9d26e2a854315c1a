// The load of each school on this gateway, by cause.
import type { Cost } from '@lms/contract'
import { LRUCache } from 'lru-cache'

const minute = 60_000

/** What a school does in a minute. */
const nothing = { requests: 0, processor_ms: 0, events: 0, deliveries: 0, tasks: 0 }
type InMinute = typeof nothing

interface Figures {
  requests: number
  limited: number
  failed: number
  unrecorded: number
  /** The current minute, what it has seen, and what the one before has. */
  minute: number
  inMinute: InMinute
  inLast: InMinute
}

export interface SchoolLoad extends Omit<InMinute, 'requests'> {
  school_id: string
  /** Since the gateway started. */
  requests: number
  /** Answered with 429. */
  limited: number
  /** Answered with 5xx. */
  failed: number
  /** Failed, but too many in their minute to be recorded for a trace. */
  unrecorded: number
  /** Requests in the last full minute, as the processor time, the events, deliveries and tasks. */
  last_minute: number
}

export class Load {
  readonly #now: () => number
  readonly #schools = new LRUCache<string, Figures>({ max: 20_000 })

  /** `now` returns milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now
  }

  count(school: string, status: number): void {
    const figures = this.#figures(school)
    figures.requests++
    figures.inMinute.requests++
    if (status === 429) figures.limited++
    if (status >= 500) figures.failed++
  }

  /** A request of the school without a record. */
  unrecorded(school: string): void {
    this.#figures(school).unrecorded++
  }

  /** A call of the school took so many milliseconds of a service's processor. */
  charge(school: string, milliseconds: number): void {
    this.#figures(school).inMinute.processor_ms += milliseconds
  }

  /** What followed from changes of the school, as services tell all gateways. */
  spend(school: string, { event, delivery, task }: Cost): void {
    const { inMinute } = this.#figures(school)
    inMinute.events += event
    inMinute.deliveries += delivery
    inMinute.tasks += task
  }

  /** The schools, the busiest first. */
  read(): SchoolLoad[] {
    return [...this.#schools.keys()]
      .map(school => {
        const { requests, limited, failed, unrecorded, inLast } = this.#figures(school)
        const { requests: last_minute, ...others } = inLast
        return { school_id: school, requests, limited, failed, unrecorded, last_minute, ...others }
      })
      .sort((one, other) => other.last_minute - one.last_minute || other.requests - one.requests)
  }

  #figures(school: string): Figures {
    const now = Math.floor(this.#now() / minute)
    let figures = this.#schools.get(school)
    if (!figures) {
      const since = { requests: 0, limited: 0, failed: 0, unrecorded: 0 }
      figures = { ...since, minute: now, inMinute: { ...nothing }, inLast: nothing }
      this.#schools.set(school, figures)
    }
    if (figures.minute !== now) {
      figures.inLast = figures.minute === now - 1 ? figures.inMinute : nothing
      figures.inMinute = { ...nothing }
      figures.minute = now
    }
    return figures
  }
}
