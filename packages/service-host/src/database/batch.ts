// One round trip for several statements: Bind and Execute for each, then ONE Sync. Postgres runs them as one implicit
// transaction (protocol flow, "Pipelining"): no begin, no commit, one reply, and an error undoes all. It uses pg's
// connection object, so pg is pinned, and database/batch.spec.ts checks the assumptions.
import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Pool, PoolClient } from 'pg'
import { turnWatch } from '../kernel/turn-watch.ts'
import { Messages } from './messages.ts'

export interface Statement {
  /** The name of the statement's prepared form on the connection; empty for a statement that is parsed each time. */
  readonly name: string
  readonly text: string
}
/** A row as Postgres sends it: every field as text. */
export type Fields = (string | null)[]
export type Value = string | null
export interface Step {
  readonly statement: Statement
  readonly values: readonly Value[]
  /** Maximum rows to read; the statement stops there. Default: all. */
  readonly rows?: number
  /** Maximum bytes of rows to keep, but always one row. Further rows are dropped as they arrive. */
  readonly maxBytes?: number
  /** Postgres plans it for its values each time, in place of once for all values (decision 0180). */
  readonly planned?: boolean
}
export interface StepResult {
  rows: Fields[]
  /** Rows that the statement affected. */
  count: number
  /** Bytes of the rows as Postgres sent them. */
  bytes: number
  /** Whether rows were dropped because of `maxBytes`. */
  cut: boolean
}

/**
 * An error of the database, with its step of the batch. It is logged as it is, so no enumerable property contains a
 * parameter: the step is behind a getter, and Postgres's own error is not kept, because its `detail` quotes rows.
 */
export class StatementError extends Error {
  /** Empty if the error is not Postgres's own: then the connection is broken. */
  readonly sqlState: string
  readonly constraint: string | undefined
  readonly schema: string | undefined
  readonly #step: Step | undefined
  constructor(
    error: { message: string; code?: string; syscall?: string; constraint?: string; schema?: string },
    step: Step | undefined,
  ) {
    super(isData(error.code) ? `Postgres does not accept a value (${error.code}).` : error.message)
    this.name = 'StatementError'
    this.sqlState = isSqlState(error) ? error.code! : ''
    this.constraint = error.constraint
    this.schema = error.schema
    this.#step = step
  }

  get step(): Step | undefined {
    return this.#step
  }
}

/** Lock or statement timeout, deadlock, serialization failure: nothing was done, and the same work may succeed. */
export const isContention = (error: unknown): boolean =>
  error instanceof StatementError && ['55P03', canceled, '40P01', '40001'].includes(error.sqlState)

/** Whether the statement exceeded its time. */
export const isLate = (error: unknown): boolean =>
  error instanceof StatementError && error.sqlState === canceled

/** Postgres's code for a statement that exceeded its time. */
const canceled = '57014'

/** Errors of a socket have a code, too: ECONNRESET, and EPIPE, which has the form of a state, but for the digit of each. */
const isSqlState = ({ code }: { code?: string }) => /^(?=.*\d)[0-9A-Z]{5}$/.test(code ?? '')

/** SQLSTATE class 22, data exceptions: their messages quote the value. */
const isData = (sqlState: string | undefined) => sqlState?.startsWith('22') ?? false

interface Limit {
  ms: number
  giveUp(error: Error): void
}
/** The time that a connection has to answer a batch, and the handling of the others after a timeout. */
const limits = new WeakMap<object, Limit>()

/**
 * Gives up a connection of this pool that does not answer a batch within `ms`. Postgres itself ends long statements, so
 * the network is dead or the server hangs, and nothing else would report it. The idle connections are closed, too: they
 * share the network, and each would cost a request.
 */
export function limitAnswers(pool: Pool, ms: number): void {
  const idle = new Set<PoolClient>()
  const giveUp = (error: Error) => {
    for (const client of idle) connectionOf(client).stream.destroy(error)
  }
  pool.on('release', (_, client) => void idle.add(client))
  pool.on('remove', client => void idle.delete(client))
  pool.on('acquire', client => {
    idle.delete(client)
    // Not at connect time: the pool may have connected before.
    const connection = connectionOf(client)
    if (!limits.has(connection)) limits.set(connection, { ms, giveUp })
  })
}

const connectionOf = (client: PoolClient) =>
  (client as unknown as { connection: { stream: Socket } }).connection

/** Connections whose statements have no names. */
const unnamed = new WeakSet<object>()

/**
 * Has the connections of this pool parse each statement anew: behind a pooler in transaction mode that does not know named
 * statements, the next batch may reach another connection of Postgres.
 */
export function leaveUnnamed(pool: Pool): void {
  pool.on('acquire', client => void unnamed.add(connectionOf(client)))
}

type Parsed = 'yes' | 'unsure'

/**
 * Statements that a connection keeps prepared: the most recently used, so that a caller who tries every form of a list
 * does not fill the memory with plans. A service has about two hundred texts besides its lists.
 */
export const maxPrepared = 400

class Prepared {
  readonly states = new LRUCache<string, Parsed>({
    max: maxPrepared,
    dispose: (_, name, reason) => {
      if (reason === 'evict') this.toClose.push(name)
    },
  })
  /** Statements that Postgres has to close, or may not have closed because a batch failed. */
  readonly toClose: string[] = []
}
const preparedOn = new WeakMap<object, Prepared>()

class Batch {
  readonly #steps: readonly Step[]
  readonly #results: StepResult[]
  #at = 0
  readonly #resolve: (results: StepResult[]) => void
  readonly #reject: (error: Error) => void
  /** The statements of its connection; unknown until it is submitted. */
  #prepared: Prepared | null = null
  readonly #closed: string[] = []
  #late: NodeJS.Timeout | undefined

  constructor(
    steps: readonly Step[],
    resolve: (results: StepResult[]) => void,
    reject: (error: Error) => void,
  ) {
    this.#steps = steps
    this.#results = steps.map(() => ({ rows: [], count: 0, bytes: 0, cut: false }))
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: { stream: Socket }): Error | null {
    const prepared = preparedOn.get(connection) ?? new Prepared()
    preparedOn.set(connection, prepared)
    const isUnnamed = unnamed.has(connection)
    this.#prepared = isUnnamed ? null : prepared
    const { states, toClose } = prepared
    const messages = new Messages()
    for (const { statement, values, rows } of this.#steps) {
      const name = isUnnamed ? '' : statement.name
      const state = name === '' ? undefined : states.get(name)
      if (state !== 'yes') {
        // After an error it is unknown whether Parse succeeded. Closing a statement that does not exist is no error.
        if (state === 'unsure') messages.close(name)
        if (name !== '') states.set(name, 'yes')
        for (const old of toClose.splice(0)) {
          messages.close(old)
          this.#closed.push(old)
        }
        messages.parse(name, statement.text)
      }
      messages.bind(name, values)
      messages.execute(rows)
    }
    // One buffer: twenty small ones in one writev cost the process a quarter of its time.
    connection.stream.write(messages.sync())
    const limit = limits.get(connection)
    if (limit)
      this.#late = setTimeout(() => {
        const error = new Error(`Postgres did not answer within ${limit.ms} ms.`)
        connection.stream.destroy(error)
        limit.giveUp(error)
      }, limit.ms)
    return null
  }

  handleDataRow({ fields, length }: { fields: Fields; length: number }) {
    const result = this.#results[this.#at]!
    result.bytes += length
    const { maxBytes } = this.#steps[this.#at]!
    if (maxBytes !== undefined && result.bytes > maxBytes && result.rows.length > 0) result.cut = true
    else result.rows.push(fields)
  }
  handleCommandComplete(message: { text: string }) {
    this.#results[this.#at]!.count = Number(message.text.slice(message.text.lastIndexOf(' ') + 1)) || 0
    this.#at++
  }
  handleEmptyQuery() {
    this.#at++
  }
  handleReadyForQuery() {
    clearTimeout(this.#late)
    this.#resolve(this.#results)
  }
  handleError(error: Error) {
    clearTimeout(this.#late)
    if (this.#prepared) {
      const { states, toClose } = this.#prepared
      for (const { statement } of this.#steps.slice(this.#at))
        if (statement.name !== '') states.set(statement.name, 'unsure')
      toClose.push(...this.#closed.filter(name => !states.has(name)))
    }
    this.#reject(new StatementError(error, this.#steps[this.#at]))
  }
  handleRowDescription() {}
  /** The statement has returned the requested rows. */
  handlePortalSuspended() {
    this.#results[this.#at]!.count = this.#results[this.#at]!.rows.length
    this.#at++
  }
  handleCopyInResponse(connection: any) {
    connection.sendCopyFail('not used here')
  }
  handleCopyData() {}
}

/** Sends the steps in one round trip. Rejects with StatementError; then no step had an effect. */
export async function sendBatch(client: PoolClient, steps: readonly Step[]): Promise<StepResult[]> {
  if (!steps.some(({ planned }) => planned)) return sendAll(client, steps)
  const all = steps.flatMap(one => (one.planned ? [planForValues, one, planAsUsual] : [one]))
  const results = await sendAll(client, all)
  return results.filter((_, index) => all[index] !== planForValues && all[index] !== planAsUsual)
}

const sendAll = (client: PoolClient, steps: readonly Step[]) =>
  new Promise<StepResult[]>((resolve, reject) => {
    const work = turnWatch.current
    const answered = (results: StepResult[]) => {
      // What comes next is the work that asked.
      turnWatch.note(work)
      resolve(results)
    }
    client.query(new Batch(steps, answered, reject) as never)
  })

const planBy = (name: string, mode: string): Step => ({
  statement: { name, text: `select set_config('plan_cache_mode', '${mode}', true)` },
  values: [],
})
const planForValues = planBy('lms_plan_for_values', 'force_custom_plan')
const planAsUsual = planBy('lms_plan_as_usual', 'auto')
