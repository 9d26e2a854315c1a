// Writes of many rows of a table, as one statement: the rows travel as one JSON text, in the types of their columns.
import type { Step } from '../database/batch.ts'
import type { Shape } from '../database/rows.ts'
import { step } from '../database/statements.ts'
import type { TableRow } from './table.ts'

type Columns = Shape['columns']

const namesOf = (columns: Columns) => columns.map(({ name }) => `"${name}"`)
const typesOf = (columns: Columns) => columns.map(({ name, type }) => `"${name}" ${type}`).join(', ')

/** Inserts the rows as they stand. */
export function insertRows({ table, columns }: Shape, rows: readonly TableRow[]): Step {
  const names = namesOf(columns).join(', ')
  return step(
    `insert into ${table} (${names}) select ${names} from json_to_recordset($1::json) r (${typesOf(columns)})`,
    [JSON.stringify(rows)],
  )
}

/** Gives these columns of each row the row's values. No row stands twice among them. */
export function updateRows(
  { table, columns: all }: Shape,
  columns: Columns,
  rows: readonly TableRow[],
  school: string,
): Step {
  const written = all.filter(column => column.name === 'id' || columns.includes(column))
  const sets = namesOf(columns).map(name => `${name} = r.${name}`)
  const values = rows.map(row => written.map(({ name }) => [name, (row as never)[name]]))
  return step(
    `update ${table} t set ${sets.join(', ')} from json_to_recordset($2::json) r (${typesOf(written)})
     where t.school_id = $1 and t.id = r.id`,
    [school, JSON.stringify(values.map(each => Object.fromEntries(each)))],
  )
}

/** Writes that wait for each other, to be one statement for all rows alike. */
export class Gathered {
  readonly #inserted: TableRow[] = []
  readonly #saved = new Map<string, { columns: Columns; rows: TableRow[] }>()
  readonly #ids = new Set<string>()

  insert(row: TableRow): void {
    this.#once(row)
    this.#inserted.push(row)
  }

  save(columns: Columns, row: TableRow): void {
    this.#once(row)
    const key = namesOf(columns).join()
    const same = this.#saved.get(key) ?? { columns, rows: [] }
    same.rows.push(row)
    this.#saved.set(key, same)
  }

  #once({ id }: TableRow): void {
    if (this.#ids.has(id)) throw new Error(`${id} is written twice among rows that are written together.`)
    this.#ids.add(id)
  }

  /** The insert, if there is one, and the updates. */
  steps(shape: Shape, school: string): { inserts: Step[]; updates: Step[] } {
    return {
      inserts: this.#inserted.length ? [insertRows(shape, this.#inserted)] : [],
      updates: [...this.#saved.values()].map(({ columns, rows }) => updateRows(shape, columns, rows, school)),
    }
  }
}
