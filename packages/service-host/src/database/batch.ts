// One round trip for several statements: Bind and Execute for each, then ONE Sync. Postgres runs them as one
// implicit transaction (protocol flow, "Pipelining"): no begin, no commit, one reply, an error undoes all.
// Leans on pg's connection object, so pg is pinned and database/batch.spec.ts keeps the assumptions.
import type { Socket } from 'node:net'
import type { Pool, PoolClient } from 'pg'
import { serialize } from 'pg-protocol'

export interface Statement {
  /** Name under which the connection keeps the prepared form; empty for one that is parsed each time. */
  readonly name: string
  readonly text: string
}
/** A row as Postgres sent it: every field as text. */
export type Fields = (string | null)[]
export type Value = string | null
export interface Step {
  readonly statement: Statement
  readonly values: readonly Value[]
}
export interface StepResult {
  rows: Fields[]
  /** Rows that the command touched. */
  count: number
}

/** An error of the database, with the step of the batch that it came from. */
export class StatementError extends Error {
  readonly step: Step | undefined
  readonly sqlState: string
  readonly constraint: string | undefined
  constructor(error: { message: string; code?: string; constraint?: string }, step: Step | undefined) {
    super(error.message, { cause: error })
    this.name = 'StatementError'
    this.step = step
    this.sqlState = error.code ?? ''
    this.constraint = error.constraint
  }
}

const execute = serialize.execute({ portal: '', rows: 0 })
const sync = serialize.sync()

interface Limit {
  ms: number
  giveUp(error: Error): void
}
/** How long a connection has to answer a batch, and what becomes of the others where it does not. */
const limits = new WeakMap<object, Limit>()

/**
 * Gives up a connection of this pool that does not answer a batch within `ms`: Postgres ends what runs long by itself,
 * so then the line is dead or the server stands still, and nothing else would ever tell. The idle ones go too, for
 * they share the line and would each cost a request.
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
    // Not when it connects: the pool may have connected before.
    const connection = connectionOf(client)
    if (!limits.has(connection)) limits.set(connection, { ms, giveUp })
  })
}

const connectionOf = (client: PoolClient) =>
  (client as unknown as { connection: { stream: Socket } }).connection

type Parsed = 'yes' | 'unsure'
const parsedOn = new WeakMap<object, Map<string, Parsed>>()

class Batch {
  readonly #steps: readonly Step[]
  readonly #results: StepResult[]
  #at = 0
  readonly #resolve: (results: StepResult[]) => void
  readonly #reject: (error: Error) => void
  #parsed: Map<string, Parsed> = new Map()
  #late: NodeJS.Timeout | undefined

  constructor(
    steps: readonly Step[],
    resolve: (results: StepResult[]) => void,
    reject: (error: Error) => void,
  ) {
    this.#steps = steps
    this.#results = steps.map(() => ({ rows: [], count: 0 }))
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: { stream: Socket }): Error | null {
    const parsed = parsedOn.get(connection) ?? new Map<string, Parsed>()
    parsedOn.set(connection, parsed)
    this.#parsed = parsed
    const messages: Buffer[] = []
    for (const { statement, values } of this.#steps) {
      const state = statement.name === '' ? undefined : parsed.get(statement.name)
      if (state !== 'yes') {
        // After an error it is not known whether Parse succeeded; closing what is not there is no error.
        if (state === 'unsure') messages.push(serialize.close({ type: 'S', name: statement.name }))
        messages.push(serialize.parse({ name: statement.name, text: statement.text, types: [] }))
        if (statement.name !== '') parsed.set(statement.name, 'yes')
      }
      messages.push(serialize.bind({ statement: statement.name, values: values as Value[] }), execute)
    }
    messages.push(sync)
    // One buffer: twenty small ones in one writev cost the process a quarter of its time.
    connection.stream.write(Buffer.concat(messages))
    const limit = limits.get(connection)
    if (limit)
      this.#late = setTimeout(() => {
        const error = new Error(`Postgres did not answer within ${limit.ms} ms.`)
        connection.stream.destroy(error)
        limit.giveUp(error)
      }, limit.ms)
    return null
  }

  handleDataRow(message: { fields: Fields }) {
    this.#results[this.#at]!.rows.push(message.fields)
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
    for (const { statement } of this.#steps.slice(this.#at))
      if (statement.name !== '') this.#parsed.set(statement.name, 'unsure')
    this.#reject(new StatementError(error, this.#steps[this.#at]))
  }
  handleRowDescription() {}
  handlePortalSuspended() {}
  handleCopyInResponse(connection: any) {
    connection.sendCopyFail('not used here')
  }
  handleCopyData() {}
}

/** Sends the steps in one round trip. Rejects with StatementError; then none of them had an effect. */
export function sendBatch(client: PoolClient, steps: readonly Step[]): Promise<StepResult[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(steps, resolve, reject) as never)
  })
}
