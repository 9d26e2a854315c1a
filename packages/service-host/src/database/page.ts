// The SQL of one page of a list. Keyset positions make every page cost the same at any depth, and rows that are
// inserted or deleted meanwhile neither skip nor repeat others.
import type { FilterClause, ListQuery, SortKey } from '../list/list-query.ts'
import type { Value } from './batch.ts'
import { readFilter, type Shape } from './rows.ts'
import { textArray } from './statements.ts'

/** A condition with its values; `$` stands for each value in turn. */
export interface Condition {
  sql: string
  values: readonly Value[]
}

/** The condition of a filter that is not a column, or not only one: from the values, and the column's own condition. */
export type CustomFilters = Readonly<
  Record<string, (values: string[], byColumn: () => Condition | null) => Condition | null>
>

/** The SQL of a condition with numbered parameters, from `$first` on. */
export function placed({ sql }: Pick<Condition, 'sql'>, first: number): string {
  let parameter = first
  return sql.replace(/\$/g, () => `$${parameter++}`)
}

/** A filter by the items of a JSON list: `filters: { group_id: listContains('group_ids') }`. */
export const listContains =
  (column: string) =>
  (values: readonly (string | null)[]): Condition => ({
    sql: `exists (select 1 from jsonb_array_elements_text(t."${column}") one where one = any($::text[]))`,
    values: [textArray(values.filter(value => value !== null))],
  })

export interface PageSql {
  text: string
  values: Value[]
  /** The indexes of the sort keys among the fields. */
  keyColumns: number[]
}

/**
 * The limits that statements name. The exact number of rows is part of Execute, so that all limits share a plan. The
 * plan must still be one for few rows, and the planner takes that from the text.
 */
const limits = [51, 101, 1001]

/** The statement for `rows` of a page, or null if a filter is unreadable, so that nothing matches. */
export function pageSql(
  query: ListQuery,
  { shape, fixed, custom }: { shape: Shape; fixed: readonly Condition[]; custom: CustomFilters },
  rows: number,
): PageSql | null {
  const values: Value[] = []
  const put = ({ sql, values: operands }: Condition) => {
    let index = 0
    return sql.replace(/\$/g, () => {
      values.push(operands[index++] as Value)
      return `$${values.length}`
    })
  }
  const filters = filterConditions(query, { shape, custom })
  if (!filters) return null
  const conditions = [...fixed, ...filters].map(put)
  const keys = [...query.sort, { name: 'id', descending: query.sort.at(-1)?.descending ?? true }]
  if (query.after) conditions.push(put(afterCondition(shape, keys, query.after)))
  const order = keys.map(({ name, descending }) => `t."${name}"${descending ? ' desc' : ''}`).join(', ')
  const text = `select ${shape.selection} from ${shape.table} t where ${conditions.join(' and ')} order by ${order} limit ${limits.find(limit => rows <= limit)}`
  const keyColumns = keys.map(({ name }) => shape.columns.findIndex(column => column.name === name))
  return { text, values, keyColumns }
}

/** The conditions of a query's filters on `t`; null if one is unreadable, so that nothing matches. */
export function filterConditions(
  { filters, warnings }: Pick<ListQuery, 'filters' | 'warnings'>,
  { shape, custom }: { shape: Shape; custom: CustomFilters },
): Condition[] | null {
  const conditions: Condition[] = []
  for (const clause of filters) {
    const own = custom[clause.name]
    const byColumn = () => columnCondition(shape, clause)
    const condition = own ? own(clause.values, byColumn) : byColumn()
    if (!condition) {
      warnings.push(`${clause.name} has an unreadable value; nothing matches`)
      return null
    }
    conditions.push(condition)
  }
  return conditions
}

function columnCondition(shape: Shape, { name, operator, values }: FilterClause): Condition | null {
  const column = shape.columns.find(candidate => candidate.name === name)
  if (!column)
    throw new Error(`The filter ${name} has no column in ${shape.table}: declare it as a custom filter.`)
  const read = values.map(value => readFilter(column.type, value))
  if (read.includes(null)) return null
  const texts = read as string[]
  if (operator !== 'in') return { sql: `t."${name}" ${operator} $`, values: texts }
  return { sql: `t."${name}" = any($::${bareType(column.type)}[])`, values: [textArray(texts)] }
}

const bareType = (type: string) => type.replace(/ collate.*/, '')

/**
 * Strictly after the position: one row comparison if all keys have the same direction, which an index serves
 * completely.
 */
function afterCondition(shape: Shape, keys: readonly SortKey[], after: readonly string[]): Condition {
  const oneWay = keys.every(({ descending }) => descending === keys[0]!.descending)
  const cast = ({ name }: SortKey) =>
    `$::${bareType(shape.columns.find(column => column.name === name)!.type)}`
  if (oneWay) {
    const columns = keys.map(({ name }) => `t."${name}"`).join(', ')
    return {
      sql: `(${columns}) ${keys[0]!.descending ? '<' : '>'} (${keys.map(cast).join(', ')})`,
      values: after,
    }
  }
  const alternatives: string[] = []
  const values: Value[] = []
  keys.forEach((key, index) => {
    const equal = keys.slice(0, index).map(before => `t."${before.name}" = ${cast(before)}`)
    alternatives.push(
      `(${[...equal, `t."${key.name}" ${key.descending ? '<' : '>'} ${cast(key)}`].join(' and ')})`,
    )
    values.push(...after.slice(0, index + 1))
  })
  return { sql: `(${alternatives.join(' or ')})`, values }
}
