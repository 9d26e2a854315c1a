// The unit of work: a handler's only way to the database.
//
// Reads of the same tick go out as one batch, each batch a transaction of its own. Writes are collected and sent at the
// end, after the idempotency claim and before the outbox and audit rows, as one implicit transaction: one round trip.
// Only `lock` opens a transaction that stays open. A change that locks therefore takes two round trips, and a handler
// that calls outside before it locks keeps nothing locked meanwhile.
import { type Budget, type Cost, common, type EventType, formatTime, Refused } from '@lms/contract'
import { type Span, SpanKind } from '@opentelemetry/api'
import type { PoolClient } from 'pg'
import { type Step, type StepResult, sendBatch, type Value } from '../database/batch.ts'
import { type Database, giveBack, undo } from '../database/database.ts'
import { asSchool, asSchoolFor, begin, commit, enterSchool, statement } from '../database/statements.ts'
import { failSpan, spanned, startSpan } from '../kernel/telemetry.ts'
import type { ClaimReference, IdempotencyClaim } from './idempotency.ts'
import type { Origin } from './origin.ts'
import { Outgoing } from './outgoing-messages.ts'

interface Waiting {
  step: Step
  lock: boolean
  resolve(result: StepResult): void
  reject(error: unknown): void
}

export interface WorkOptions {
  database: Database
  schema: string
  school: string
  /** The origin of the work; part of all its events and audit records. */
  origin: Origin
  claim?: IdempotencyClaim | null
  /** If-Match of the request, and the object in its path that must have this version. */
  ifMatch?: { id: string; version: string } | null
  /** The events that it may emit; null for any. */
  emits?: readonly EventType[] | null
  /** Maximum milliseconds of a read; null for the general maximum. */
  deadlineMs?: number | null
}

export class UnitOfWork {
  readonly school: string
  readonly schema: string
  readonly origin: Origin
  readonly outgoing: Outgoing
  /** When the work began, in the form of the API. */
  readonly now: string
  readonly #database: Database
  readonly #claim: IdempotencyClaim | null
  readonly #ifMatch: { id: string; version: string } | null
  #versionChecked = false
  /** The first steps of every batch of reads. */
  readonly #inSchool: Step
  #client: PoolClient | null = null
  #span: Span | null = null
  #waiting: Waiting[] = []
  #writes: Step[] = []
  /** Writes whose rows count in a budget, and their number of rows. */
  readonly #counted = new Map<Step, Budget>()
  readonly #rows: Record<Budget, number> = { event: 0, delivery: 0, task: 0 }
  #afterwards: (() => void)[] = []
  #leftTasks = false
  #changedElsewhere = false
  #sending: Promise<void> = Promise.resolve()
  #scheduled = false
  #ended = false

  constructor({
    database,
    schema,
    school,
    origin,
    claim = null,
    ifMatch = null,
    deadlineMs = null,
    emits = null,
  }: WorkOptions) {
    this.#database = database
    this.schema = schema
    this.school = school
    this.origin = origin
    this.now = formatTime(origin.now)
    this.#claim = claim
    this.#ifMatch = ifMatch
    this.#inSchool = deadlineMs === null ? asSchool(school) : asSchoolFor(school, deadlineMs)
    this.outgoing = new Outgoing(schema, school, origin, emits)
  }

  /** Whether a transaction is open: then no call outside is allowed. */
  get hasTransaction(): boolean {
    return this.#client !== null
  }
  get hasWrites(): boolean {
    return this.#writes.length > 0 || this.outgoing.hasEvents || this.#changedElsewhere
  }
  /** Another service has made the requested change: the audit log records it all the same. */
  changesElsewhere(): void {
    this.#changedElsewhere = true
  }

  /** Refuses with version_mismatch if If-Match names another version of this object. */
  checkVersion(id: string, version: number | undefined): void {
    if (this.#ifMatch?.id !== id) return
    this.#versionChecked = true
    if (this.#ifMatch.version !== '*' && !isAmong(version, this.#ifMatch.version))
      throw new Refused(common.version_mismatch)
  }
  /** The version that If-Match requires of an object that another service keeps, and checks; null for any. */
  requiredVersion(id: string): string | null {
    if (this.#ifMatch?.id !== id) return null
    this.#versionChecked = true
    return this.#ifMatch.version === '*' ? null : this.#ifMatch.version
  }
  /** Refuses if If-Match was sent and no store checked it: a change must not pass for a checked one. */
  refuseUncheckedVersion(): void {
    if (this.#ifMatch && !this.#versionChecked) throw new Refused(common.version_mismatch)
  }

  /** Reads; several reads of one tick share a round trip. */
  read(text: string, values: readonly Value[]): Promise<StepResult> {
    return this.#ask({ statement: statement(text), values }, false)
  }
  /** Reads with a given step; otherwise like `read`. */
  ask(step: Step): Promise<StepResult> {
    return this.#ask(step, false)
  }
  /** Reads and locks: from here to the end everything is one transaction. The text contains `for update`. */
  lock(text: string, values: readonly Value[]): Promise<StepResult> {
    return this.lockStep({ statement: statement(text), values })
  }
  /** The same as `lock`, for a step. */
  lockStep(step: Step): Promise<StepResult> {
    return this.#ask(step, true)
  }
  /** Adds a write to the batch that ends the work; its rows count in the named budget of the school. */
  write(text: string, values: readonly Value[], budget?: Exclude<Budget, 'event'>): void {
    this.writeStep({ statement: statement(text), values }, budget)
  }
  /** The same as `write`, for a step. */
  writeStep(step: Step, budget?: Exclude<Budget, 'event'>): void {
    if (this.#ended) throw new Error(over)
    this.#writes.push(step)
    if (budget) this.#counted.set(step, budget)
  }

  /** The cost of the work to the school's budgets, after its end. */
  get cost(): Cost {
    return { ...this.#rows, event: this.outgoing.eventIds.length }
  }

  /** Whether it enqueues tasks that are due at once. */
  get leftTasks(): boolean {
    return this.#leftTasks
  }
  leavesTasks(): void {
    this.#leftTasks = true
  }

  /** Refers to the claim of the request's Idempotency-Key; null without one. */
  get claim(): ClaimReference | null {
    return this.#claim?.reference ?? null
  }

  /** Calls a function after the commit, and never otherwise: for wake-ups, which may get lost. */
  whenCommitted(run: () => void): void {
    this.#afterwards.push(run)
  }

  #ask(step: Step, lock: boolean): Promise<StepResult> {
    if (this.#ended) throw new Error(over)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ step, lock, resolve, reject })
      if (this.#scheduled) return
      this.#scheduled = true
      // One batch at a time keeps the handler's order.
      this.#sending = this.#sending.then(() => this.#send())
    })
  }

  async #send(): Promise<void> {
    this.#scheduled = false
    const waiting = this.#waiting
    this.#waiting = []
    const steps = waiting.map(({ step }) => step)
    try {
      const opens = this.#client === null && waiting.some(({ lock }) => lock)
      const results = opens ? await this.#open(steps) : await this.#continue(steps)
      waiting.forEach(({ resolve }, index) => {
        resolve(results[index]!)
      })
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }

  async #open(steps: Step[]): Promise<StepResult[]> {
    const before = [
      begin,
      enterSchool(this.schema, this.school),
      ...(this.#claim ? [this.#claim.lock()] : []),
    ]
    this.#span = startSpan(this.schema, 'transaction', asClient)
    this.#client = await this.#database.connect()
    const results = await this.#sendHere([...before, ...steps])
    return results.slice(before.length)
  }

  async #continue(steps: Step[]): Promise<StepResult[]> {
    if (this.#client) return this.#sendHere(steps)
    const run = () => this.#database.run([this.#inSchool, ...steps])
    return (await spanned(this.schema, 'read', asClient, run)).slice(1)
  }

  #sendHere(steps: Step[]): Promise<StepResult[]> {
    return sendBatch(this.#client!, steps)
  }

  /** Sends all writes and commits. `answer` is the answer for an idempotent repetition. */
  async finish(answer: string | null): Promise<void> {
    await this.#sending
    this.#ended = true
    const client = this.#client
    const claim = this.#claim ? [this.#claim.take(answer)] : []
    const changes = [...claim, ...this.#writes, ...this.outgoing.steps(this.schema)]
    if (client === null) {
      if (changes.length === 0) return
      const all = [enterSchool(this.schema, this.school), ...changes]
      this.#count(all, await spanned(this.schema, 'transaction', asClient, () => this.#database.run(all)))
      for (const run of this.#afterwards) run()
      return
    }
    const all = [...changes, commit]
    this.#count(all, await this.#sendHere(all))
    this.#client = null
    this.#span?.end()
    client.release()
    for (const run of this.#afterwards) run()
  }

  #count(steps: readonly Step[], results: readonly StepResult[]): void {
    if (this.#counted.size === 0) return
    for (const [index, step] of steps.entries()) {
      const budget = this.#counted.get(step)
      if (budget) this.#rows[budget] += results[index]!.count
    }
  }

  /** Rolls back. Call after any error; returns the error in the form for the caller. */
  async abandon(error: unknown): Promise<unknown> {
    await this.#sending
    this.#ended = true
    failSpan(this.#span, error)
    const client = this.#client
    if (client === null) return error
    this.#client = null
    await undo(client)
    return giveBack(client, error)
  }
}

const over = 'The unit of work has ended. Await every read inside the handler, and write nothing after it.'

const asClient = () => ({ kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } })

/** Whether a version is one of those of an If-Match: `1,2`. */
export const isAmong = (version: number | undefined, versions: string): boolean =>
  versions.split(',').includes(String(version))
