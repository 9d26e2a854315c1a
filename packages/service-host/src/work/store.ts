// The rows of a table: get, lock, page, insert, save, move, remove, always inside the caller's school.
import { isDeepStrictEqual } from 'node:util'
import { common, type Most, type Moves, movesToward, Refused, stampsAt, stateAfter } from '@lms/contract'
import type { Fields, Value } from '../database/batch.ts'
import { type Condition, placed } from '../database/page.ts'
import { type RowPage, readPage } from '../database/read-page.ts'
import { readRow, type Shape, writeValue } from '../database/rows.ts'
import { statement, textArray } from '../database/statements.ts'
import type { ListQuery } from '../list/list-query.ts'
import { Gathered, insertRows } from './many-rows.ts'
import type { Changes, EmitOptions, Table, TableRow } from './table.ts'
import type { UnitOfWork } from './unit-of-work.ts'

type Columns = Shape['columns']

/** `Move` is the union of the moves of the rows' states. */
export class Store<Row extends TableRow, Move extends string = never> {
  protected readonly work: UnitOfWork
  protected readonly table: Table
  /** The states of the rows that were read, by id. */
  readonly #states = new Map<string, string>()
  /** Locked rows as they were read. */
  readonly #locked = new Map<string, Row>()
  /** How many rows `refuseBeyond` has let this work add, by what counted. */
  readonly #promised = new Map<string, number>()
  /** What waits to be written together. */
  #gathered: Gathered | null = null

  constructor(work: UnitOfWork, described: Table) {
    this.work = work
    this.table = described
  }

  /** The condition for rows that the caller may see, as the end of a `where` whose next parameter is `$first`. */
  protected mine(first: number): { sql: string; values: readonly Value[] } {
    const condition = this.visible()
    if (!condition) return { sql: '', values: [] }
    return { sql: ` and ${placed(condition, first)}`, values: condition.values }
  }

  private visible(): Condition | null {
    const { caller } = this.work.origin
    return (caller && this.table.visible?.(caller)) ?? null
  }

  protected read(fields: Fields): Row {
    const row = readRow<Row>(this.table.shape, fields)
    if (this.table.lifecycle) this.#states.set(row.id, stateOf(row))
    return row
  }

  /** The row, or null if there is none that the caller may see. */
  async find(id: string): Promise<Row | null> {
    const mine = this.mine(3)
    const { rows } = await this.work.read(`${this.table.select} and t.id = $2${mine.sql}`, [
      this.work.school,
      id,
      ...mine.values,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The row; refuses with not_found. */
  async get(id: string): Promise<Row> {
    return (await this.find(id)) ?? missing()
  }

  /** The rows with these ids that the caller may see, in no order. */
  async many(ids: readonly string[]): Promise<Row[]> {
    if (ids.length === 0) return []
    const mine = this.mine(3)
    const { rows } = await this.work.read(`${this.table.select} and t.id = any($2::text[])${mine.sql}`, [
      this.work.school,
      textArray(ids),
      ...mine.values,
    ])
    return rows.map(fields => this.read(fields))
  }

  /** Rows of the school under a condition, in the order of their ids, after one of them; `$` stands for each value. */
  async walk(where: Condition, after: string | null, limit: number): Promise<Row[]> {
    const text = `${this.table.select} and t.id > $2 and ${placed(where, 3)} order by t.id limit 1001`
    const asked = [this.work.school, after ?? '', ...where.values]
    const { rows } = await this.work.ask({ statement: statement(text), values: asked, rows: limit })
    return rows.map(fields => this.read(fields))
  }

  /** The number of rows of the school under a condition, for any caller; `$` stands for each value. */
  async countWhere({ sql, values }: Condition): Promise<number> {
    let place = 2
    const condition = sql.replace(/\$/g, () => `$${place++}`)
    const { rows } = await this.work.read(
      `select count(*) from ${this.table.shape.table} t where t.school_id = $1 and ${condition}`,
      [this.work.school, ...values],
    )
    return Number(rows[0]![0])
  }

  /** The row, locked until the end of the work; refuses with not_found, and with version_mismatch by If-Match. */
  async lock(id: string): Promise<Row> {
    const row = await this.lockAnyVersion(id)
    this.checkVersion(row)
    return row
  }

  /** The same without If-Match, which is about another row with this id. */
  async lockAnyVersion(id: string): Promise<Row> {
    const mine = this.mine(3)
    const { rows } = await this.work.lock(`${this.table.select} and t.id = $2${mine.sql} for update`, [
      this.work.school,
      id,
      ...mine.values,
    ])
    return rows[0] ? this.readLocked(rows[0]) : missing()
  }

  /** A row that was read with its lock: `save` writes only what differs from it. */
  protected readLocked(fields: Fields): Row {
    const row = this.read(fields)
    this.#locked.set(row.id, row)
    return row
  }

  /** Refuses with version_mismatch if If-Match names another version of this row. */
  checkVersion({ id, version }: Row): void {
    this.work.checkVersion(id, version)
  }

  /**
   * All rows of the school that the caller may see, in the order of their ids, locked until the end of the work; nobody
   * else adds one through this method meanwhile.
   */
  async lockEvery(): Promise<Row[]> {
    const mine = this.mine(2)
    const [, { rows }] = await Promise.all([
      this.lockCapacity(),
      this.work.lock(`${this.table.select}${mine.sql} order by t.id for update`, [
        this.work.school,
        ...mine.values,
      ]),
    ])
    return rows.map(fields => this.readLocked(fields))
  }

  /**
   * Nobody else adds a row of the school until the end of the work, through methods that do the same. An advisory lock on
   * a name: two requests that add the last row, or the first, would find no row to lock.
   */
  lockCapacity(): Promise<unknown> {
    return this.work.lock(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `room in ${this.table.shape.table} of ${this.work.school}`,
    ])
  }

  /**
   * Refuses if the school has the maximum number of rows, or of those of `where`; nobody else adds one until the end of
   * the work. Each call is for one more row, whose insert is among the writes at the end: the next call counts it.
   */
  async refuseBeyond({ most, refusal }: Most, where = this.counted): Promise<void> {
    const [, standing] = await Promise.all([this.lockCapacity(), this.standing(most, where)])
    const counted = JSON.stringify(where)
    const promised = this.#promised.get(counted) ?? 0
    if (standing + promised >= most) throw new Refused(refusal)
    this.#promised.set(counted, promised + 1)
  }

  /** The number of rows that count in a maximum, or of those of `where`, up to it. */
  async standing(most: number, where = this.counted): Promise<number> {
    const { rows } = await this.work.read(
      `select count(*) from (select from ${this.table.shape.table} t where t.school_id = $1 and ${placed(where, 3)} limit $2) standing`,
      [this.work.school, String(most), ...where.values],
    )
    return Number(rows[0]![0])
  }

  /** The rows that count in the maximum of a school: all, unless a store says otherwise. */
  protected get counted(): Condition {
    return { sql: 'true', values: [] }
  }

  /** The values that the server sets in a new row. */
  fresh<I extends Row['id']>(id: I): { id: I } & ReturnType<typeof stampsAt> {
    return { id, ...stampsAt(this.work.now) }
  }

  /** Inserts a row; `school_id` is always the caller's. */
  insert(row: Omit<Row, 'school_id'>): Row {
    const whole = { ...row, school_id: this.work.school } as Row
    if (this.table.lifecycle) this.#begin(whole, this.table.lifecycle)
    if (this.#gathered) this.#gathered.insert(whole)
    else this.work.write(this.table.insert, this.values(whole), this.table.budget)
    return whole
  }

  /** Inserts rows as they stand, in one statement: those of a copy. */
  insertAll(rows: readonly Row[]): void {
    if (rows.length === 0) return
    const own = rows.map(row => ({ ...row, school_id: this.work.school }))
    this.work.writeStep(insertRows(this.table.shape, own), this.table.budget)
  }

  /**
   * What `run` inserts and saves is one statement for all new rows, and one for each set of changed columns: for
   * hundreds of rows. A row may be written once in it.
   */
  together<T>(run: () => T): T {
    if (this.#gathered) return run()
    const gathered = new Gathered()
    this.#gathered = gathered
    const result = run()
    this.#gathered = null
    const { inserts, updates } = gathered.steps(this.table.shape, this.work.school)
    for (const step of inserts) this.work.writeStep(step, this.table.budget)
    for (const step of updates) this.work.writeStep(step)
    return result
  }

  /**
   * Saves the row with the changes, a version higher; lock it before. If nothing differs from the locked row, the same
   * row is returned, and nothing is written or emitted. Only `move` changes a state.
   */
  save(row: Row, changes: Changes<Row> = {} as Changes<Row>): Row {
    const now = this.work.now
    const saved: Row = { ...row, ...changes }
    if (this.table.lifecycle && this.#states.get(row.id) !== stateOf(saved))
      throw new Error(
        `${this.table.shape.table}: a state changes only by a move, of a row that this store has read`,
      )
    const before = this.#locked.get(row.id)
    if (before && this.#differing(before, saved).length === 0) return before
    this.#locked.delete(row.id)
    if (saved.version !== undefined) saved.version = row.version! + 1
    if (saved.updated_at !== undefined) saved.updated_at = now
    const columns = before ? this.#differing(before, saved) : this.#ownColumns()
    if (this.#gathered) this.#gathered.save(columns, saved)
    else
      this.work.write(this.table.update(columns), [...this.values(saved, columns), this.work.school, row.id])
    return saved
  }

  /** The columns with another value. */
  #differing(before: Row, after: Row): Columns {
    const [was, is] = [before, after] as unknown as Record<string, unknown>[]
    return this.table.shape.columns.filter(({ name }) => {
      const [one, other] = [was![name] ?? null, is![name] ?? null]
      return one !== other && !isDeepStrictEqual(one, other)
    })
  }

  #ownColumns(): Columns {
    return this.table.shape.columns.filter(({ name }) => name !== 'school_id' && name !== 'id')
  }

  /**
   * Makes moves of the lifecycle, one after the other, together with other changes; saves the row, and emits the event
   * of the last move. Lock the row before. Refuses illegal moves.
   */
  move(
    row: Row,
    moves: Move | readonly Move[],
    changes: Changes<Row> = {} as Changes<Row>,
    options: EmitOptions = {},
  ): Row {
    const { lifecycle } = this.table
    const path = [moves].flat() as Move[]
    const status = stateAfter(lifecycle!, stateOf(row), path)
    this.#states.set(row.id, status)
    const saved = this.save({ ...row, status }, changes)
    this.#emit(path.at(-1), saved, row, options)
    return saved
  }

  /** The same for many locked rows in one statement; `also` sets columns with an individual value for each row. */
  moveAll(
    rows: readonly Row[],
    move: Move,
    changes: Changes<Row> = {} as Changes<Row>,
    { also, ...options }: EmitOptions & { also?: string } = {},
  ): Row[] {
    if (rows.length === 0) return []
    const { lifecycle, shape } = this.table
    const [status, ...others] = new Set(rows.map(row => stateAfter(lifecycle!, stateOf(row), [move])))
    if (others.length) throw new Error(`The rows would have several states after ${move}.`)
    const set = { ...changes, status, updated_at: this.work.now } as Record<string, unknown>
    const columns = shape.columns.filter(({ name }) => Object.hasOwn(set, name))
    const sets = columns.map(({ name }, index) => `"${name}" = $${index + 3}`)
    this.work.write(
      `update ${shape.table} set version = version + 1, ${[...sets, ...(also ? [also] : [])].join(', ')}
       where school_id = $1 and id = any($2::text[])`,
      [
        this.work.school,
        textArray(rows.map(({ id }) => id)),
        ...columns.map(column => writeValue(column, set[column.name])),
      ],
    )
    return rows.map(row => {
      const saved: Row = { ...row, ...set, version: row.version! + 1 }
      this.#states.set(row.id, stateOf(saved))
      this.#locked.delete(row.id)
      this.#emit(move, saved, row, options)
      return saved
    })
  }

  /** Saves the requested changes. A requested state is reached by the move that leads there. Emits nothing. */
  change(row: Row, changes: Partial<Row>): Row {
    const { lifecycle } = this.table
    if (!lifecycle) return this.save(row, changes as Changes<Row>)
    const { status, ...rest } = changes as { status?: string } & Changes<Row>
    const moves = movesToward(lifecycle, stateOf(row), status) as Move[]
    return this.move(row, moves, rest as Changes<Row>, { event: null })
  }

  #emit(
    move: Move | undefined,
    saved: Row,
    previous: Row,
    { event, related = {}, follows }: EmitOptions,
  ): void {
    const declared = move === undefined ? null : this.table.lifecycle!.emits[move]
    const emitted = event === undefined ? declared : event
    if (!emitted || saved === previous) return
    const [object, before] = [saved, previous] as unknown as Record<string, unknown>[]
    const extra = { previous: emitted.changes ? before : undefined, related, follows }
    this.work.outgoing.emit(emitted, object!, extra)
  }

  #begin(row: Row, { of }: Moves): void {
    if (!of.begins.includes(stateOf(row)))
      throw new Error(`${this.table.shape.table}: no row begins in the state ${stateOf(row)}.`)
    this.#states.set(row.id, stateOf(row))
  }

  /** Deletes the row. */
  remove(row: Row): void {
    this.work.write(`delete from ${this.table.shape.table} where school_id = $1 and id = $2`, [
      this.work.school,
      row.id,
    ])
  }

  /**
   * One page of the rows that the caller may see. `conditions` narrow it further; `$` stands for each value in turn.
   */
  page(query: ListQuery, conditions: readonly Condition[] = []): Promise<RowPage<Row>> {
    const fixed: Condition[] = [{ sql: 't.school_id = $', values: [this.work.school] }, ...conditions]
    const visible = this.visible()
    if (visible) fixed.push(visible)
    const { shape, filters: custom = {} } = this.table
    return readPage(query, { shape, fixed, custom, read: step => this.work.ask(step) })
  }

  protected values(row: Row, columns: Columns = this.table.shape.columns): Value[] {
    return columns.map(column => writeValue(column, (row as Record<string, unknown>)[column.name]))
  }
}

const stateOf = (row: object): string => (row as { status: string }).status

/** Rows by their ids, for expanders. */
export const byId = <Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map(row => [row.id, row]))

/** Refuses: the school has no such object that the caller may see. */
export const missing = (): never => {
  throw new Refused(common.not_found)
}
