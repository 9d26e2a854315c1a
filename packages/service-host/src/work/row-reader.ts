// The rows of a table as a unit of work reads, locks and counts them, always inside the caller's school.
import { common, type Most, Refused } from '@lms/contract'
import type { Fields, Value } from '../database/batch.ts'
import { type Condition, placed } from '../database/page.ts'
import { type RowPage, readPage } from '../database/read-page.ts'
import { readRow } from '../database/rows.ts'
import { statement, textArray } from '../database/statements.ts'
import type { ListQuery } from '../list/list-query.ts'
import type { Table, TableRow } from './table.ts'
import type { UnitOfWork } from './unit-of-work.ts'

export class RowReader<Row extends TableRow> {
  protected readonly work: UnitOfWork
  protected readonly table: Table
  /** The states of the rows that were read, by id. */
  protected readonly states = new Map<string, string>()
  /** Locked rows as they were read. */
  protected readonly locked = new Map<string, Row>()
  /** How many rows `refuseBeyond` has let this work add, by what counted. */
  readonly #promised = new Map<string, number>()

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
    if (this.table.lifecycle) this.states.set(row.id, stateOf(row))
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
    const parameters = [this.work.school, after ?? '', ...where.values]
    const { rows } = await this.work.ask({ statement: statement(text), values: parameters, rows: limit })
    return rows.map(fields => this.read(fields))
  }

  /** The number of rows of the school under a condition, for any caller; `$` stands for each value. */
  async countWhere({ sql, values }: Condition): Promise<number> {
    let parameter = 2
    const condition = sql.replace(/\$/g, () => `$${parameter++}`)
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
    this.locked.set(row.id, row)
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

  /**
   * One page of the rows that the caller may see. `conditions` narrow it further; `$` stands for each value in turn.
   */
  page(query: ListQuery, conditions: readonly Condition[] = []): Promise<RowPage<Row>> {
    const fixed: Condition[] = [{ sql: 't.school_id = $', values: [this.work.school] }, ...conditions]
    const visible = this.visible()
    if (visible) fixed.push(visible)
    const { shape, filters: custom = {}, searched = [] } = this.table
    if (query.search !== null && searched.length) fixed.push(containsText(searched, query.search))
    return readPage(query, { shape, fixed, custom, read: step => this.work.ask(step) })
  }
}

const containsText = (columns: readonly string[], text: string): Condition => ({
  sql: `(${columns.map(column => `position($ in lower(t."${column}")) > 0`).join(' or ')})`,
  values: columns.map(() => text.toLowerCase()),
})

/** The state of a row with a lifecycle. */
export const stateOf = (row: object): string => (row as { status: string }).status

/** Refuses: the school has no such object that the caller may see. */
export const missing = (): never => {
  throw new Refused(common.not_found)
}
