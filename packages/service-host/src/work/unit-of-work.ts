// The unit of work: the one way of a handler to the database.
//
// Reads asked for in the same tick go out as one batch, each batch a transaction of its own. Writes are collected
// and sent at the end, with the idempotency claim before them and outbox and audit rows after them, as one implicit
// transaction: one round trip. Only `lock` opens a transaction that stays open, so a change that must hold what
// it read is two round trips, and nothing is ever held while a handler calls outside before it locks.
import { type Budget, type Cost, common, type EventType, formatTime, Refused } from '@lms/contract'
import { type Span, SpanKind } from '@opentelemetry/api'
import type { PoolClient } from 'pg'
import { type Step, type StepResult, sendBatch, type Value } from '../database/batch.ts'
import { type Database, giveBack, undo } from '../database/database.ts'
import { asSchool, asSchoolFor, begin, commit, statement } from '../database/statements.ts'
import { failSpan, spanned, startSpan } from '../kernel/telemetry.ts'
import { AnsweredBefore, type IdempotencyClaim } from './idempotency.ts'
import { type Origin, Outgoing } from './outgoing.ts'

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
  /** Who and what the work is for; goes into every event and audit row it makes. */
  origin: Origin
  claim?: IdempotencyClaim | null
  /** If-Match of the request and the object in its path that it is about: the version that this must have. */
  ifMatch?: { id: string; version: string } | null
  /** The events that it may tell; null for any. */
  emits?: readonly EventType[] | null
  /** Milliseconds that a read may run; null for as long as any statement. */
  deadlineMs?: number | null
}

export class UnitOfWork {
  readonly school: string
  readonly schema: string
  readonly origin: Origin
  readonly outgoing: Outgoing
  readonly #database: Database
  readonly #claim: IdempotencyClaim | null
  readonly #ifMatch: { id: string; version: string } | null
  #versionChecked = false
  /** What every batch of reads begins with. */
  readonly #inSchool: Step
  #client: PoolClient | null = null
  #span: Span | null = null
  #waiting: Waiting[] = []
  #writes: Step[] = []
  /** Writes whose rows count in a budget, and how many rows they were. */
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
    this.#claim = claim
    this.#ifMatch = ifMatch
    this.#inSchool = deadlineMs === null ? asSchool(school) : asSchoolFor(school, deadlineMs)
    this.outgoing = new Outgoing(schema, school, origin, emits)
  }

  /** The moment the work began, as the API writes it. */
  get now(): string {
    return formatTime(this.origin.now)
  }
  /** Whether a transaction is open: then nothing outside may be called. */
  get hasTransaction(): boolean {
    return this.#client !== null
  }
  get hasWrites(): boolean {
    return this.#writes.length > 0 || this.outgoing.hasEvents || this.#changedElsewhere
  }
  /** Another service has made the change that was asked for: it stands in the audit log all the same. */
  changesElsewhere(): void {
    this.#changedElsewhere = true
  }

  /** Refuses with version_mismatch where If-Match names another version of this very object. */
  checkVersion(id: string, version: number | undefined): void {
    if (this.#ifMatch?.id !== id) return
    this.#versionChecked = true
    if (this.#ifMatch.version !== '*' && this.#ifMatch.version !== String(version))
      throw new Refused(common.version_mismatch)
  }
  /** Refuses where If-Match was given and nobody looked at the object: a change must not pass for one that was checked. */
  refuseUncheckedVersion(): void {
    if (this.#ifMatch && !this.#versionChecked) throw new Refused(common.version_mismatch)
  }

  /** Reads; several reads of one tick share a round trip. */
  read(text: string, values: readonly Value[]): Promise<StepResult> {
    return this.#ask({ statement: statement(text), values }, false)
  }
  /** Reads by a step of one's own; the same as `read`. */
  ask(step: Step): Promise<StepResult> {
    return this.#ask(step, false)
  }
  /** Reads and holds: from here to the end all is one transaction. The text says `for update`. */
  lock(text: string, values: readonly Value[]): Promise<StepResult> {
    return this.#ask({ statement: statement(text), values }, true)
  }
  /** Adds a write to the batch that ends the work; its rows are what the school spends of the budget named. */
  write(text: string, values: readonly Value[], budget?: Exclude<Budget, 'event'>): void {
    const step = { statement: statement(text), values }
    this.#writes.push(step)
    if (budget) this.#counted.set(step, budget)
  }

  /** What the work has cost the budgets of the school, once it is finished. */
  get cost(): Cost {
    return { ...this.#rows, event: this.outgoing.eventIds.length }
  }

  /** Whether it leaves tasks that are due at once. */
  get leftTasks(): boolean {
    return this.#leftTasks
  }
  leavesTasks(): void {
    this.#leftTasks = true
  }

  /** Has something done once the work is committed, and never otherwise: wake-ups, which may get lost. */
  whenCommitted(run: () => void): void {
    this.#afterwards.push(run)
  }

  /**
   * Call before something is done outside that a repetition must not do again, and before `lock`: where the request was
   * answered already, the work ends here and the caller gets the first answer. Twins at the same moment both pass.
   */
  async endIfAnswered(): Promise<void> {
    const kept = await this.#claim?.replay(this.#database)
    if (kept !== null && kept !== undefined) throw new AnsweredBefore()
  }

  #ask(step: Step, lock: boolean): Promise<StepResult> {
    if (this.#ended) throw new Error('The unit of work has ended. Await every read inside the handler.')
    return new Promise((resolve, reject) => {
      this.#waiting.push({ step, lock, resolve, reject })
      if (this.#scheduled) return
      this.#scheduled = true
      // One batch at a time keeps the order in which the handler asked.
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
    const before = [begin, asSchool(this.school), ...(this.#claim ? [this.#claim.take(null)] : [])]
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

  /** Sends all writes and commits. `answer` is what an idempotent repetition will get. */
  async finish(answer: string | null): Promise<void> {
    await this.#sending
    this.#ended = true
    const tail = this.outgoing.steps(this.schema)
    const client = this.#client
    if (client === null) {
      const writes = [...this.#writes, ...tail]
      if (writes.length === 0 && !this.#claim) return
      const claim = this.#claim ? [this.#claim.take(answer)] : []
      const all = [asSchool(this.school), ...claim, ...writes]
      this.#count(all, await spanned(this.schema, 'transaction', asClient, () => this.#database.run(all)))
      for (const run of this.#afterwards) run()
      return
    }
    const keep = this.#claim && answer !== null ? [this.#claim.keep(answer)] : []
    const all = [...this.#writes, ...tail, ...keep, commit]
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

  /** Undoes what is open. Call after anything was thrown; gives the error as it should be seen. */
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

const asClient = () => ({ kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } })
