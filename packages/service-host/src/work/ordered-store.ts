// Rows in an order that people choose: blocks of a lesson, questions of a quiz. Their `position` counts from 1 within
// their parent.
import { type Refusal, Refused } from '@lms/contract'
import { type Condition, placed } from '../database/page.ts'
import { textArray } from '../database/statements.ts'
import type { ObjectTable } from './object-table.ts'
import { Store } from './store.ts'
import type { TableRow } from './table.ts'
import type { UnitOfWork } from './unit-of-work.ts'

type OrderedRow = TableRow & { position: number; version: number }

/** `where` selects the rows of one order: those of a parent. Lock the parent first. */
export class OrderedStore<Row extends OrderedRow, Move extends string = never> extends Store<Row, Move> {
  /** The position after the last row. */
  async nextPosition(where: Condition): Promise<number> {
    const { sql, values } = this.#together('coalesce(max(t.position), 0) + 1', where)
    const { rows } = await this.work.read(sql, values)
    return Number(rows[0]![0])
  }

  /** Puts the rows in the order of `ids`, and returns them so. Refuses ids other than those of all rows, each once. */
  async arrange(ids: readonly string[], where: Condition, refusal: Refusal): Promise<Row[]> {
    const { sql, values } = this.#together(this.table.shape.selection, where)
    const { rows } = await this.work.lock(`${sql} order by t.id for update`, values)
    const present = new Map(rows.map(fields => this.read(fields)).map(row => [row.id, row]))
    if (ids.length !== present.size || !ids.every(id => present.has(id)) || new Set(ids).size !== ids.length)
      throw new Refused(refusal)
    const { school, now } = this.work
    const moved = ids.flatMap((id, index) => {
      const row = present.get(id)!
      if (row.position === index + 1) return []
      present.set(id, { ...row, position: index + 1, version: row.version + 1, updated_at: now })
      return [id]
    })
    if (moved.length)
      this.work.write(
        `update ${this.table.shape.table} t set position = p.place, version = t.version + 1, updated_at = $3
         from unnest($2::text[]) with ordinality p(id, place)
         where t.school_id = $1 and t.id = p.id and t.position <> p.place`,
        [school, textArray(ids), now],
      )
    return ids.map(id => present.get(id)!)
  }

  #together(selected: string, where: Condition) {
    return {
      sql: `select ${selected} from ${this.table.shape.table} t where t.school_id = $1 and ${placed(where, 2)}`,
      values: [this.work.school, ...where.values],
    }
  }
}

/** The store of a table whose object has a `position`. */
export const orderedStoreOf = <Row extends OrderedRow, Move extends string>(
  described: ObjectTable<Row, Move>,
): { new (work: UnitOfWork): OrderedStore<Row, Move>; readonly table: ObjectTable<Row, Move> } =>
  class extends OrderedStore<Row, Move> {
    static readonly table = described
    constructor(work: UnitOfWork) {
      super(work, described)
    }
  }
