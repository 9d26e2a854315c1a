// Connections under one role, used for a batch or for a transaction.
import { common, Refused } from '@lms/contract'
import type { Pool, PoolClient } from 'pg'
import { type Fields, isContention, StatementError, type Step, type StepResult, sendBatch } from './batch.ts'
import { begin, commit, rollback } from './statements.ts'
import { TooBusy } from './turns.ts'

export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause })
    this.name = 'DatabaseAway'
  }
}

/** By this name the function `enter` of a schema refuses a school that was erased. */
export const schoolErased = 'school_erased'

/** The school was erased: its work ends without effect, and a request gets the answer of a school that never was. */
export class SchoolErased extends Refused {
  constructor() {
    super(common.not_found, 'This school was erased.')
    this.name = 'SchoolErased'
  }
}

/** Whether work has only waited too long for the database: nothing is wrong with it, and it may be done again. */
export const hasWaited = (error: unknown): boolean =>
  isContention(error) || error instanceof DatabaseUnavailable || error instanceof TooBusy

export class Database {
  readonly pool: Pool
  private readonly open: () => Promise<PoolClient>
  /** `open` returns a connection of the pool; a queue of a shared pool waits for its turn. */
  constructor(pool: Pool, open: () => Promise<PoolClient> = () => pool.connect()) {
    this.pool = pool
    this.open = open
  }

  /** A connection for the caller alone; return it with `release(error?)`. */
  async connect(): Promise<PoolClient> {
    try {
      return await this.open()
    } catch (error) {
      if (error instanceof TooBusy) throw error
      throw new DatabaseUnavailable(error)
    }
  }

  /** Runs the steps as one transaction in one round trip. */
  async run(steps: readonly Step[]): Promise<StepResult[]> {
    const client = await this.connect()
    try {
      const results = await sendBatch(client, steps)
      client.release()
      return results
    } catch (error) {
      throw giveBack(client, error)
    }
  }

  /** The rows of one statement. */
  async rows(one: Step): Promise<Fields[]> {
    return (await this.run([one]))[0]!.rows
  }

  /** A transaction that reads before it writes. An error of `work` rolls it back. */
  async transaction<T>(
    work: (send: (steps: readonly Step[]) => Promise<StepResult[]>) => Promise<T>,
  ): Promise<T> {
    return this.#undoing(async client => {
      await sendBatch(client, [begin])
      const result = await work(steps => sendBatch(client, steps))
      await sendBatch(client, [commit])
      return result
    })
  }

  /**
   * A transaction of two round trips: `then` makes the writes from the results of the reads. Its errors roll back, as
   * an error of a step does.
   */
  async readThenWrite<T>(
    reads: readonly Step[],
    then: (results: StepResult[]) => { writes: readonly Step[]; answer: T },
  ): Promise<T> {
    return this.#undoing(async client => {
      const results = await sendBatch(client, [begin, ...reads])
      const { writes, answer } = then(results.slice(1))
      await sendBatch(client, [...writes, commit])
      return answer
    })
  }

  /** Lends a connection, and rolls back after an error. */
  async #undoing<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.connect()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      await undo(client)
      throw giveBack(client, error)
    }
  }
}

/** Rolls back an open transaction; `giveBack` drops a connection that cannot even do that. */
export async function undo(client: PoolClient): Promise<void> {
  await sendBatch(client, [rollback]).catch(() => {})
}

/** Returns the connection to the pool, or drops it if it caused the fault. */
export function giveBack(client: PoolClient, error: unknown): unknown {
  if (error instanceof StatementError && !isConnectionFault(error)) {
    client.release()
    return error.constraint === schoolErased ? new SchoolErased() : error
  }
  if (error instanceof StatementError) {
    client.release(error)
    return new DatabaseUnavailable(error)
  }
  // Not an error of the database: after the rollback the connection is sound.
  client.release()
  return error
}

// Class 08 connection exceptions, 57P0x shutdown, 53x resources, 25006 a standby, which takes no writes; no state at all:
// the socket broke.
const isConnectionFault = ({ sqlState }: StatementError) =>
  sqlState === '' || sqlState === '25006' || /^(08|57P|53)/.test(sqlState)
