// Reads a page in portions, so that a page of large rows is never in memory before its bound takes effect.
import { listBounds } from '@lms/contract'
import type { ListQuery } from '../list/list-query.ts'
import type { Step, StepResult } from './batch.ts'
import { type Condition, type CustomFilters, type PageSql, pageSql } from './page.ts'
import { readRow, type Shape } from './rows.ts'
import { statement } from './statements.ts'

/** A page of rows with their positions: the host makes the cursor from the last row that it shows. */
export interface RowPage<Row> {
  rows: Row[]
  /** Whether the list continues after these rows. */
  more: boolean
  /** The sort keys of a row as database texts, then its id. */
  position(index: number): string[]
}

export const noRows: RowPage<never> = { rows: [], more: false, position: () => [] }

/** The page with its rows converted by `show`. */
export const mapPage = <Row, Mapped>(page: RowPage<Row>, show: (row: Row) => Mapped): RowPage<Mapped> => ({
  ...page,
  rows: page.rows.map(show),
})

/** The source of a page. */
export interface PageSource {
  shape: Shape
  /** Conditions besides those of the query. */
  fixed: readonly Condition[]
  custom: CustomFilters
  read(step: Step): Promise<StepResult>
}

/** Rows to read before their size is known; more than most callers ask for. */
const firstPortion = 101

/** One page of a query: `limit` rows, or as many as fit into the bytes of an answer. */
export async function readPage<Row>(query: ListQuery, source: PageSource): Promise<RowPage<Row>> {
  if (query.nothing) return noRows
  const rows: Row[] = []
  const positions: string[][] = []
  const page = (more: boolean) => ({
    rows: rows.slice(0, query.limit),
    more,
    position: (index: number) => positions[index]!,
  })
  let bytes = 0
  for (;;) {
    const portion = portionOf(query.limit + 1 - rows.length, rows.length, bytes)
    if (portion < 1) return page(true)
    const after = positions.at(-1) ?? query.after
    const sql = pageSql({ ...query, after }, source, portion)
    if (!sql) return noRows
    const step = { ...stepOf(sql, portion, listBounds.bytes - bytes), planned: isFiltered(query, source) }
    const result = await source.read(step)
    bytes += result.bytes
    for (const fields of result.rows) {
      rows.push(readRow<Row>(source.shape, fields))
      positions.push(sql.keyColumns.map(index => fields[index]!))
    }
    if (rows.length > query.limit || result.cut) return page(true)
    if (result.rows.length < portion) return page(false)
  }
}

/** Whether the page names more than its school: which index serves it best depends on the values. */
const isFiltered = ({ filters }: ListQuery, { fixed }: PageSource) => filters.length > 0 || fixed.length > 1

/** The number of rows to read next: as many as will probably fit into the remaining bytes. */
function portionOf(missing: number, got: number, bytes: number): number {
  if (got === 0) return Math.min(missing, firstPortion)
  return Math.min(missing, Math.floor((listBounds.bytes - bytes) / (bytes / got)))
}

const stepOf = ({ text, values }: PageSql, rows: number, maxBytes: number): Step => ({
  statement: statement(text),
  values,
  rows,
  maxBytes,
})
