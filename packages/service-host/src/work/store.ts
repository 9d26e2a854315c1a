// The rows of a table as a unit of work writes them: insert, save, move, remove.
import { isDeepStrictEqual } from 'node:util'
import { type Moves, movesToward, stampsAt, stateAfter } from '@lms/contract'
import type { Value } from '../database/batch.ts'
import { type Shape, writeValue } from '../database/rows.ts'
import { textArray } from '../database/statements.ts'
import { Gathered, insertRows } from './many-rows.ts'
import { RowReader, stateOf } from './row-reader.ts'
import type { Changes, EmitOptions, TableRow } from './table.ts'

type Columns = Shape['columns']

/** `Move` is the union of the moves of the rows' states. */
export class Store<Row extends TableRow, Move extends string = never> extends RowReader<Row> {
  /** What waits to be written together. */
  #gathered: Gathered | null = null

  /** The values that the server sets in a new row. */
  fresh<I extends Row['id']>(id: I): { id: I } & ReturnType<typeof stampsAt> {
    return { id, ...stampsAt(this.work.now) }
  }

  /** Inserts a row; `school_id` is always the caller's. */
  insert(row: Omit<Row, 'school_id'>): Row {
    const fullRow = { ...row, school_id: this.work.school } as Row
    if (this.table.lifecycle) this.#begin(fullRow, this.table.lifecycle)
    if (this.#gathered) this.#gathered.insert(fullRow)
    else this.work.write(this.table.insert, this.values(fullRow), this.table.budget)
    return fullRow
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
    let result: T
    try {
      result = run()
    } finally {
      this.#gathered = null
    }
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
    if (this.table.lifecycle && this.states.get(row.id) !== stateOf(saved))
      throw new Error(
        `${this.table.shape.table}: a state changes only by a move, of a row that this store has read`,
      )
    const before = this.locked.get(row.id)
    if (before && this.#differing(before, saved).length === 0) return before
    this.locked.delete(row.id)
    if (saved.version !== undefined) saved.version = row.version! + 1
    if (saved.updated_at !== undefined) saved.updated_at = now
    const columns = before ? this.#differing(before, saved) : this.#ownColumns()
    this.work.outgoing.noteChange(row.id, before ?? row, saved, this.table.shape.hidden)
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
    this.states.set(row.id, status)
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
      this.states.set(row.id, stateOf(saved))
      this.locked.delete(row.id)
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
    this.states.set(row.id, stateOf(row))
  }

  /** Deletes the row. */
  remove(row: Row): void {
    this.work.write(`delete from ${this.table.shape.table} where school_id = $1 and id = $2`, [
      this.work.school,
      row.id,
    ])
  }

  protected values(row: Row, columns: Columns = this.table.shape.columns): Value[] {
    return columns.map(column => writeValue(column, (row as Record<string, unknown>)[column.name]))
  }
}

/** Rows by their ids, for expanders. */
export const byId = <Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map(row => [row.id, row]))
