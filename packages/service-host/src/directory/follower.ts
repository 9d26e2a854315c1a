// Keeps a service's copy of another service's rows up to date, by asking for what changed since a snapshot. The copy is
// never older than the declared time, with or without the bus, and no message can be lost.
import { common, type Operation, type Refusal, Refused, type Resource } from '@lms/contract'
import { LRUCache } from 'lru-cache'
import { inUnitOfWork } from '../work/in-unit-of-work.ts'
import type { ClientScope, EventSources, SchoolRuntime } from '../work/runtime.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'

/** Milliseconds that a request waits for the first reading of a large school. The next request continues the reading. */
const patienceMs = 3000

/** What the other service answers: a page of the rows that the snapshot `since` did not see. */
export interface ChangesPage<Change> {
  /** The snapshot of the page, as a pg_snapshot of Postgres. */
  snapshot: string
  /** Whether its database was restored and does not know `since`: start again without it. */
  lost: boolean
  changes: readonly Change[]
  next: string | null
}

/** What a service copies from another one. */
export interface Followed<Change = any> {
  /** What is copied, for locks. */
  readonly of: string
  readonly service: string
  /** The table of the reading's progress, in the schema of the reader: `school_id, since, pass, after`. */
  readonly progress: string
  /** Milliseconds for which a reading is used. */
  readonly freshMs: number
  /** Milliseconds for which the last reading is used while the other service is away; then requests get 503. */
  readonly unavailableMs: number
  readonly ask: (
    runtime: SchoolRuntime,
    scope: ClientScope,
    position: { since: string | null; after: string | null },
  ) => Promise<ChangesPage<Change>>
  /** Stores a page; `whole` for the first page of a reading of everything, which takes the place of the copy. */
  readonly keep: (changes: readonly Change[], work: UnitOfWork, isFull: boolean) => Promise<void> | void
  /**
   * Refusals that may only say that a row is still to come, because the other service has still to process an event about
   * the person: looked at before such a refusal is answered, and never before.
   */
  readonly missing?: EventSources & { readonly refusals: readonly Refusal[] }
  /** The resources whose operations are answered from an up-to-date copy. */
  readonly before?: readonly Resource[]
}

/** Snapshots at the beginning of the last complete reading (`since`) and of the present one (`pass`), and its place. */
interface Progress {
  since: string | null
  pass: string | null
  after: string | null
}

interface Reading {
  /** Null while it waits for the one before it. */
  startedAt: number | null
  isOver: boolean
  /** When the last reading began that this process knows to be complete. */
  knownAt: number | null
  done: Promise<void>
}

export class Follower<Change> {
  readonly #runtime: SchoolRuntime
  readonly #followed: Followed<Change>
  readonly #before: ReadonlySet<Operation>
  readonly #read = new LRUCache<string, Reading>({ max: 10_000 })

  constructor(runtime: SchoolRuntime, followed: Followed<Change>) {
    this.#runtime = runtime
    this.#followed = followed
    this.#before = new Set((followed.before ?? []).flatMap(resource => Object.values(resource)))
  }

  /** Whether the operation is answered from this copy. */
  precedes(operation: Operation): boolean {
    return this.#before.has(operation)
  }

  /**
   * Resolves when the copy is up to date; refuses with unavailable while the other service is away. A change reads
   * `anew`: its caller may have changed the other service's rows a moment ago.
   *
   * One reading of a school is under way in a process, and all who come during it share the next one. Readings side by
   * side would store the same page once and begin again, so that some of many requests were refused in a busy school.
   */
  refresh(school: string, requestId: string, { anew = false } = {}): Promise<void> {
    const last = this.#read.get(school)
    if (last && (last.startedAt === null || (!anew && this.#isFresh(last.startedAt)))) return last.done
    const reading: Reading = { startedAt: null, isOver: false, knownAt: null, done: Promise.resolve() }
    reading.done = this.#perform(reading, last, school, requestId)
    this.#read.set(school, reading)
    return reading.done
  }

  #isFresh(startedAt: number): boolean {
    return Math.abs(this.#runtime.clock.now().getTime() - startedAt) < this.#followed.freshMs
  }

  async #perform(reading: Reading, last: Reading | undefined, school: string, requestId: string) {
    if (last && !last.isOver) await last.done.catch(() => {})
    const knownAt = last?.knownAt ?? null
    const now = this.#runtime.clock.now().getTime()
    reading.startedAt = now
    reading.knownAt = knownAt
    try {
      await this.#follow(school, requestId)
      reading.knownAt = now
    } catch (error) {
      if (isUnavailable(error) && knownAt !== null && now - knownAt < this.#followed.unavailableMs) return
      if (this.#read.peek(school) === reading) this.#read.delete(school)
      throw error
    } finally {
      reading.isOver = true
    }
  }

  async #follow(school: string, requestId: string): Promise<void> {
    // An installation without the other service has nothing to copy.
    if (!this.#runtime.config.serviceAddresses[this.#followed.service]) return
    const until = performance.now() + patienceMs
    while (!(await this.#takePage(school, requestId)))
      if (performance.now() > until)
        throw new Refused(
          common.unavailable,
          `The ${this.#followed.of} are still being read. Repeat the request after Retry-After seconds.`,
        )
  }

  /** Reads a page and stores it; true after the last one. */
  async #takePage(school: string, requestId: string): Promise<boolean> {
    const progress = await this.#inSchool(school, requestId, work => this.#progress(work))
    const { since, after } = progress
    const page = await this.#followed.ask(this.#runtime, { school, requestId }, { since, after })
    if (page.changes.length === 0 && since !== null && after === null && !page.lost) return true
    return this.#inSchool(school, requestId, work => this.#keep(page, progress, work))
  }

  async #inSchool<T>(school: string, requestId: string, act: (work: UnitOfWork) => Promise<T>): Promise<T> {
    const { database, clock } = this.#runtime
    const origin = { requestId, clientRequestId: null, causeId: null, caller: null, now: clock.now() }
    const scope = { database: database.of(school), school, origin }
    const { result } = await inUnitOfWork(this.#runtime, scope, async ({ work }) => ({
      result: await act(work),
      answer: null,
    }))
    return result
  }

  async #progress(work: UnitOfWork): Promise<Progress> {
    const { rows } = await work.read(
      `select since, pass, after from "${work.schema}"."${this.#followed.progress}" where school_id = $1`,
      [work.school],
    )
    const [since = null, pass = null, after = null] = rows[0] ?? []
    return { since, pass, after }
  }

  /** Stores a page, unless another process has continued the reading meanwhile; true for the last one. */
  async #keep(page: ChangesPage<Change>, progress: Progress, work: UnitOfWork): Promise<boolean> {
    const lock = `${this.#followed.of} of ${work.school}`
    await work.lock('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock])
    const present = await this.#progress(work)
    if (
      present.since !== progress.since ||
      present.pass !== progress.pass ||
      present.after !== progress.after
    )
      return false
    if (page.lost) {
      this.#note({ since: null, pass: null, after: null }, work)
      return false
    }
    await this.#followed.keep(page.changes, work, progress.since === null && progress.after === null)
    // The next reading sees changes during this one, because it starts from the snapshot of the first page.
    const pass = progress.pass ?? page.snapshot
    const complete = page.next === null
    this.#note(
      complete ? { since: pass, pass: null, after: null } : { since: progress.since, pass, after: page.next },
      work,
    )
    return complete
  }

  #note({ since, pass, after }: Progress, work: UnitOfWork): void {
    work.write(
      `insert into "${work.schema}"."${this.#followed.progress}" (school_id, since, pass, after) values ($1, $2, $3, $4)
       on conflict (school_id) do update set since = excluded.since, pass = excluded.pass, after = excluded.after`,
      [work.school, since, pass, after],
    )
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof Refused && error.refusal.status === 503
