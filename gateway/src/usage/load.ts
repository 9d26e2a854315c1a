// The load of each school on this gateway.
import { LRUCache } from 'lru-cache'

const minute = 60_000

interface Figures {
  requests: number
  limited: number
  failed: number
  unrecorded: number
  /** Requests of the current minute, and of the one before. */
  minute: number
  inMinute: number
  inLast: number
}

export interface SchoolLoad {
  school_id: string
  /** Since the gateway started. */
  requests: number
  /** Answered with 429. */
  limited: number
  /** Answered with 5xx. */
  failed: number
  /** Failed, but too many in their minute to be recorded for a trace. */
  unrecorded: number
  /** In the last full minute. */
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
    figures.inMinute++
    if (status === 429) figures.limited++
    if (status >= 500) figures.failed++
  }

  /** A request of the school without a record. */
  unrecorded(school: string): void {
    this.#figures(school).unrecorded++
  }

  /** The schools, the busiest first. */
  read(): SchoolLoad[] {
    return [...this.#schools.keys()]
      .map(school => {
        const { requests, limited, failed, unrecorded, inLast } = this.#figures(school)
        return { school_id: school, requests, limited, failed, unrecorded, last_minute: inLast }
      })
      .sort((one, other) => other.last_minute - one.last_minute || other.requests - one.requests)
  }

  #figures(school: string): Figures {
    const now = Math.floor(this.#now() / minute)
    let figures = this.#schools.get(school)
    if (!figures) {
      figures = { requests: 0, limited: 0, failed: 0, unrecorded: 0, minute: now, inMinute: 0, inLast: 0 }
      this.#schools.set(school, figures)
    }
    if (figures.minute !== now) {
      figures.inLast = figures.minute === now - 1 ? figures.inMinute : 0
      figures.inMinute = 0
      figures.minute = now
    }
    return figures
  }
}
