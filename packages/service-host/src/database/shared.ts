// The connections that all requests of a service share fairly: each school has a queue (`turns.ts`). What no request waits for
// has two queues for all schools, and schools take turns at the places of each.
import type { Pool, PoolClient } from 'pg'
import { Database } from './database.ts'
import { Turns } from './turns.ts'

/** What no request waits for, so that it does not wait behind the requests of a school either. */
const background = 'reactions and jobs'
export type Background = typeof background | 'tasks'

/** Milliseconds that a request waits for a connection. */
const waitMs = 5000

/** The bounds of a pool of this size. */
const limitsOf = (slots: number) => ({
  slots: slots,
  waitingOfQueue: 16 * slots,
  waiting: 64 * slots,
  waitMs,
})

/** Hears how many seconds a connection was waited for. */
export type OnWait = (pool: 'requests' | 'background', seconds: number) => void

export class SharedDatabase {
  readonly pool: Pool
  readonly #turns: Turns
  /** The turns of schools at the places that each of these queues has at most. */
  readonly #within: Readonly<Record<Background, Turns>>
  readonly #releases = new WeakMap<PoolClient, () => void>()

  readonly #onWait: OnWait

  /** `size` is the maximum number of connections. */
  constructor(pool: Pool, size: number, onWait: OnWait = () => {}) {
    this.pool = pool
    this.#onWait = onWait
    this.#turns = new Turns(limitsOf(size))
    const half = { ...limitsOf(size), slots: Math.ceil(size / 2) }
    this.#within = { [background]: new Turns(half), tasks: new Turns(half) }
    pool.on('release', (_, client) => this.#releases.get(client)?.())
  }

  /** Work that waits for a connection. */
  get waiting(): number {
    const { tasks, [background]: others } = this.#within
    return this.#turns.waiting + tasks.waiting + others.waiting
  }

  /** The database for the requests of a school. A request with a connection must not wait for another one. */
  of(school: string): Database {
    return new Database(this.pool, () => this.#connect(school))
  }

  /** The database for work of no school. */
  get background(): Database {
    return this.of(background)
  }

  /** The database for reactions, jobs and tasks of a school. */
  behind(school: string, queue: Background = background): Database {
    return new Database(this.pool, async () => {
      const since = performance.now()
      const leave = await this.#within[queue].take(school)
      return this.#connect(queue, since, leave)
    })
  }

  async #connect(queue: string, since = performance.now(), also = () => {}): Promise<PoolClient> {
    let leave = also
    // Also a wait in vain is one.
    const tell = () => {
      const isBehind = queue === background || queue === 'tasks'
      this.#onWait(isBehind ? 'background' : 'requests', (performance.now() - since) / 1000)
    }
    try {
      const out = await this.#turns.take(queue)
      leave = () => {
        out()
        also()
      }
      const client = await this.pool.connect()
      this.#releases.set(client, leave)
      tell()
      return client
    } catch (error) {
      tell()
      leave()
      throw error
    }
  }
}
