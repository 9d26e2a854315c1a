// The connections that all requests of a service share fairly: each school has a queue (`turns.ts`).
import type { Pool, PoolClient } from 'pg'
import { Database } from './database.ts'
import { Turns } from './turns.ts'

/** Reactions and jobs work sequentially for all schools, so they do not wait behind the requests of one. */
const background = 'reactions and jobs'

/** Milliseconds that a request waits for a connection. */
const waitMs = 5000

/** The bounds of a pool of this size. */
const limitsOf = (places: number) => ({
  places,
  waitingOfQueue: 16 * places,
  waiting: 64 * places,
  waitMs,
})

export class SharedDatabase {
  readonly pool: Pool
  readonly #turns: Turns
  readonly #places = new WeakMap<PoolClient, () => void>()

  /** `size` is the maximum number of connections. */
  constructor(pool: Pool, size: number) {
    this.pool = pool
    this.#turns = new Turns(limitsOf(size))
    pool.on('release', (_, client) => this.#places.get(client)?.())
  }

  /** The database for the requests of a school. A request with a connection must not wait for another one. */
  of(school: string): Database {
    return new Database(this.pool, () => this.#connect(school))
  }

  /** The database for sequential work for all schools. */
  get background(): Database {
    return this.of(background)
  }

  async #connect(queue: string): Promise<PoolClient> {
    const leave = await this.#turns.take(queue)
    try {
      const client = await this.pool.connect()
      this.#places.set(client, leave)
      return client
    } catch (error) {
      leave()
      throw error
    }
  }
}
