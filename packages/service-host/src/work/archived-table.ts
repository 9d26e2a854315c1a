// Reads a table of a school out, page by page, in the order of its key, and puts the rows of an archive back.

import type { Step, StepResult } from '../database/batch.ts'
import { type AnyEntity, type ReturningRows, returningOf } from '../database/columns.ts'
import { presentRow } from '../database/earlier-names.ts'
import { onlyColumns, readRow, type Shape, shapeOf } from '../database/rows.ts'
import { statement, textArray } from '../database/statements.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Rows and bytes of one page; one row of more bytes is a page of its own. */
const maxRows = 5000
const maxBytes = 4 * 1024 * 1024

/** A page of rows, and the key of its last one; null after the last page. */
export interface ArchivedPage {
  readonly rows: ArchivedRow[]
  readonly next: string[] | null
}
export type ArchivedRow = Record<string, unknown>

interface ArchiveQuery {
  readonly after: readonly string[] | null
  readonly ids?: readonly string[] | undefined
  /** With the columns that no answer of the API shows. */
  readonly hidden?: boolean | undefined
}

export interface ArchivedTable {
  /** The number of columns of its key after the school. */
  readonly keySize: number
  /** Whether rows have an id of their own. */
  readonly hasId: boolean
  /** How its rows return. */
  readonly returning: ReturningRows
  /** The rows after a key; with `ids` only those. `read` reads them: from `work`, or in a snapshot. */
  page(
    query: ArchiveQuery,
    work: UnitOfWork,
    read?: (step: Step) => Promise<StepResult>,
  ): Promise<ArchivedPage>
  /** Puts rows of an archive of this moment back as they are; those that are there stay. */
  put(rows: readonly ArchivedRow[], work: UnitOfWork, moment?: string): void
  /** Fails as `put` does where a column does not take a value of its type, and changes nothing. */
  tryValues(rows: readonly ArchivedRow[], work: UnitOfWork): Promise<void>
  /** A row of an archive under the names of today. */
  present(row: ArchivedRow): ArchivedRow
  /** Columns of a row that the table does not have. */
  unknown(row: ArchivedRow): string[]
  /** Columns that one of these rows has to have a value for, and lacks. */
  empty(rows: readonly ArchivedRow[]): string[]
}

/** The tables among the entities whose rows belong to the archive of a school, by name. */
export const archivedTables = (entities: readonly AnyEntity[]): ReadonlyMap<string, ArchivedTable> =>
  new Map(
    entities.flatMap(entity => {
      const returning = returningOf(entity)
      if (!returning) return []
      return [[entity.init().meta.tableName, archivedTable(entity, returning, { only: returning.only })]]
    }),
  )

const bareType = (type: string) => type.replace(/ collate.*/, '')

/**
 * The table of an entity; `only` restricts its rows, in SQL. A row that is there is one with the same key; with
 * `anyConflict` also one that stands in the way by another constraint.
 */
export function archivedTable(
  entity: AnyEntity,
  returning: ReturningRows,
  { only = 'true', anyConflict = false }: { only?: string | undefined; anyConflict?: boolean } = {},
): ArchivedTable {
  const fullShape = shapeOf(entity)
  const without = returning.without ?? {}
  const storedShape = onlyColumns(fullShape, name => name !== 'school_id' && !Object.hasOwn(without, name))
  const visibleShape = onlyColumns(fullShape, name => !fullShape.hidden.has(name))
  const keys = (entity.init().meta.primaryKeys as readonly string[]).filter(name => name !== 'school_id')
  const keyColumns = keys.map(name => `t."${name}"`).join(', ')
  const types = keys.map(key => bareType(fullShape.columns.find(({ name }) => name === key)!.type))
  // A table with one row for each school has no key besides.
  const selectionOf = (shape: Shape) =>
    [...keys.map(name => `t."${name}"::text`), shape.selection].filter(Boolean).join(', ')
  const order = keys.length ? ` order by ${keyColumns} limit ${maxRows}` : ''
  const text = ({ after, ids }: ArchiveQuery, shape: Shape) => {
    const first = ids ? 3 : 2
    const beyond = types.map((type, index) => `$${first + index}::${type}`).join(', ')
    const conditions = [
      't.school_id = $1',
      only,
      ...(ids ? ['t.id = any($2::text[])'] : []),
      ...(after ? [`(${keyColumns}) > (${beyond})`] : []),
    ].filter(condition => condition !== 'true')
    return `select ${selectionOf(shape)} from ${fullShape.table} t where ${conditions.join(' and ')}${order}`
  }
  const there = anyConflict
    ? ''
    : `(${entity
        .init()
        .meta.primaryKeys.map(key => `"${key}"`)
        .join(', ')}) `
  const storedNames = new Set(storedShape.columns.map(({ name }) => name))
  // A column that the archive does not know yet gets its default.
  const givenBy = (rows: readonly ArchivedRow[]) => {
    const present = new Set(rows.flatMap(row => Object.keys(row)))
    return fullShape.columns.filter(({ name }) => storedNames.has(name) && present.has(name))
  }
  const typed = (columns: Shape['columns']) =>
    columns.map(({ name, type }) => `"${name}" ${bareType(type)}`).join(', ')
  return {
    keySize: keys.length,
    hasId: fullShape.columns.some(({ name }) => name === 'id'),
    returning,
    present: row => (returning.earlier ? presentRow(row, returning.earlier) : row),
    async page(query, work, read = step => work.ask(step)) {
      const { after, ids, hidden } = query
      const shape = hidden ? storedShape : visibleShape
      const result = await read({
        statement: statement(text(query, shape)),
        values: [work.school, ...(ids ? [textArray(ids)] : []), ...(after ?? [])],
        rows: maxRows,
        maxBytes,
      })
      const more = keys.length > 0 && (result.cut || result.rows.length === maxRows)
      return {
        rows: result.rows.map(fields => readRow<ArchivedRow>(shape, fields.slice(keys.length))),
        next: more ? result.rows.at(-1)!.slice(0, keys.length).map(String) : null,
      }
    },
    put(rows, work) {
      if (rows.length === 0) return
      const presentColumns = givenBy(rows)
      const fixed = { ...without, ...returning.sets }
      const own = fullShape.columns.filter(
        ({ name }) => Object.hasOwn(fixed, name) || presentColumns.some(one => one.name === name),
      )
      const columns = own.map(({ name }) => `"${name}"`).join(', ')
      work.write(
        `insert into ${fullShape.table} (school_id, ${columns})
         select $1, ${columns} from json_to_recordset($2::json) r (${typed(own)}) on conflict ${there}do nothing`,
        [work.school, JSON.stringify(rows.map(row => ({ ...row, ...fixed })))],
      )
    },
    async tryValues(rows, work) {
      const presentColumns = givenBy(rows)
      if (presentColumns.length)
        await work.read(`select count(*) from json_to_recordset($1::json) r (${typed(presentColumns)})`, [
          JSON.stringify(rows),
        ])
    },
    unknown: row => Object.keys(row).filter(name => !storedNames.has(name)),
    empty(rows) {
      const full = givenBy(rows).filter(({ nullable }) => !nullable)
      const needed = [...new Set([...keys, ...full.map(({ name }) => name)])]
      return needed.filter(name => rows.some(row => row[name] === null || row[name] === undefined))
    },
  }
}
