// Counts of what schools use, in memory until the next report. A report is sent again until the answer has come, with the
// same number, so that it is counted once: a process that is killed loses what it has counted since its last report, at
// most some seconds, and nothing is counted twice.
import { dayOf, type Id, isId, type ReportedMetric, type UsageReport } from '@lms/contract'
import { LRUCache } from 'lru-cache'
import { Flusher } from './flusher.ts'

const flushMs = 2000
const maxOfReport = 2000
/** People who wait for a report; others are noted at their next use. */
const maxPeople = 20_000
/** Tries of the last reports, at the end of the process. */
const lastTries = 3

export interface UsageCountsParts {
  /** Another one for each start of a process. */
  process: string
  send(report: UsageReport): Promise<unknown>
  now(): Date
  onUnavailable(error: unknown): void
}

type Counts = UsageReport['counts'][number]
type Seen = UsageReport['people'][number]

export class UsageCounts {
  readonly #parts: UsageCountsParts
  #counts = new Map<string, Counts>()
  #people: Seen[] = []
  readonly #seen = new LRUCache<string, true>({ max: 100_000 })
  /** The report whose answer has not come. */
  #unanswered: UsageReport | null = null
  #sequence = 0
  readonly #flusher = new Flusher(() => this.#send())

  constructor(parts: UsageCountsParts) {
    this.#parts = parts
  }

  /** Adds to counts of a school, of today. */
  add(school: string, more: Partial<Record<ReportedMetric, number>>): void {
    if (!isId('sch', school)) return
    const day = dayOf(this.#parts.now())
    const key = `${school} ${day}`
    const counts = this.#counts.get(key) ?? { school_id: school, day, requests: 0, bytes_sent: 0, tasks: 0 }
    for (const [metric, count] of Object.entries(more)) counts[metric as ReportedMetric] += count
    this.#counts.set(key, counts)
    this.#flusher.later(flushMs)
  }

  /** Notes that a person of the school is active today. */
  active(school: string, user: string | null): void {
    if (user === null || this.#people.length >= maxPeople) return
    const day = dayOf(this.#parts.now())
    const key = `${day} ${school} ${user}`
    if (this.#seen.has(key)) return
    this.#seen.set(key, true)
    this.#people.push({ school_id: school, day, user_id: user as Id<'usr'> })
    this.#flusher.later(flushMs)
  }

  /** Sends what has been counted; of a service that is away nothing is lost while the process lives. */
  flush(): Promise<void> {
    return this.#flusher.flush()
  }

  /** Sends the rest, at the end. */
  async stop(): Promise<void> {
    for (let tries = 0; tries < lastTries && this.#waits; tries++) await this.flush()
    this.#flusher.cancel()
  }

  get #waits(): boolean {
    return this.#unanswered !== null || this.#counts.size + this.#people.length > 0
  }

  async #send(): Promise<void> {
    while (this.#waits) {
      this.#unanswered ??= this.#nextReport()
      try {
        await this.#parts.send(this.#unanswered)
      } catch (error) {
        this.#parts.onUnavailable(error)
        this.#flusher.later(flushMs)
        return
      }
      this.#unanswered = null
    }
  }

  #nextReport(): UsageReport {
    const counts = [...this.#counts].slice(0, maxOfReport)
    for (const [key] of counts) this.#counts.delete(key)
    const people = this.#people.splice(0, maxOfReport)
    return {
      ...{ process: this.#parts.process, sequence: ++this.#sequence },
      ...{ counts: counts.map(([, each]) => each), people },
    }
  }
}
