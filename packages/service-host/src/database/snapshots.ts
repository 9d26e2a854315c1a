// Snapshots of the database that several transactions share (Postgres: pg_export_snapshot): a school is read out over
// minutes as it was at one moment. The transaction that keeps one holds a connection, so a process has at most one.
import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { StatementError, type Step, type StepResult, sendBatch } from './batch.ts'
import { giveBack, undo } from './database.ts'
import { readDatabaseTime } from './rows.ts'
import type { SharedDatabase } from './shared.ts'
import { asSchool, commit, step } from './statements.ts'

/** How long a snapshot is kept: while it is, Postgres cleans up no row that it shows. */
const keptMs = 600_000

const queue = 'snapshots'

const begin = step('begin isolation level repeatable read read only')
/** The transaction that keeps a snapshot is idle on purpose. */
const stayOpen = step(`select set_config('idle_in_transaction_session_timeout', '${keptMs + 60_000}', true)`)
const take = step('select pg_export_snapshot(), clock_timestamp()')

interface OpenSnapshot {
  readonly id: string
  readonly client: PoolClient
  readonly timer: NodeJS.Timeout
}

export class Snapshots {
  readonly #database: SharedDatabase
  #current: OpenSnapshot | null = null

  constructor(database: SharedDatabase) {
    this.#database = database
  }

  /** Keeps a snapshot of now, in place of an earlier one of this process; its name, and its time. */
  async take(): Promise<{ snapshot: string; at: string }> {
    await this.end()
    const client = await this.#database.of(queue).connect()
    try {
      await sendBatch(client, [begin])
      const [, { rows }] = (await sendBatch(client, [stayOpen, take])) as [StepResult, StepResult]
      const [name, at] = rows[0]!
      const id = `${name}.${randomBytes(4).toString('hex')}`
      const timer = setTimeout(() => void this.end(id), keptMs).unref()
      const before = this.#current
      this.#current = { id, client, timer }
      // Two at once: the later one stays.
      if (before) await giveUp(before)
      return { snapshot: id, at: readDatabaseTime(at!) }
    } catch (error) {
      await undo(client)
      throw giveBack(client, error)
    }
  }

  /** Ends a snapshot of this process, or whichever it has. */
  async end(id = this.#current?.id): Promise<void> {
    const current = this.#current
    if (!current || current.id !== id) return
    this.#current = null
    await giveUp(current)
  }

  /** The result of a statement in a snapshot, which another process may keep; null if it has ended. */
  async read(id: string, school: string, query: Step): Promise<StepResult | null> {
    const name = /^([0-9A-F]+(?:-[0-9A-F]+)*)\.[0-9a-f]{8}$/i.exec(id)?.[1]
    if (!name) return null
    const client = await this.#database.of(school).connect()
    let inside = false
    try {
      await sendBatch(client, [begin])
      // The name takes no parameter; without a name of its own the statement is not kept prepared.
      await sendBatch(client, [
        { statement: { name: '', text: `set transaction snapshot '${name}'` }, values: [] },
      ])
      inside = true
      const results = await sendBatch(client, [asSchool(school), query, commit])
      client.release()
      return results[1]!
    } catch (error) {
      await undo(client)
      const thrown = giveBack(client, error)
      if (!inside && error instanceof StatementError && thrown === error) return null
      throw thrown
    }
  }
}

async function giveUp({ client, timer }: OpenSnapshot): Promise<void> {
  clearTimeout(timer)
  await undo(client)
  client.release()
}
