// The cells of a table that is written from objects of a list.

export type ColumnKind = 'time' | 'number' | 'boolean' | 'text' | 'json'
export interface Column {
  /** The path in the object: `buyer.email`. */
  readonly name: string
  readonly kind: ColumnKind
}

/** A moment, in milliseconds since 1970. */
export interface Moment {
  readonly at: number
}
export type Cell = null | string | number | boolean | Moment

export const isMoment = (cell: Cell): cell is Moment => typeof cell === 'object' && cell !== null

/** The cells of an object, in the order of the columns. */
export const cellsOf = (item: unknown, columns: readonly Column[]): Cell[] =>
  columns.map(({ name, kind }) => cellOf(valueAt(item, name.split('.')), kind))

/** The value at a path; through a list, the values of all its items. */
function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map(each => valueAt(each, [name, ...rest]))
  return typeof value === 'object' ? valueAt((value as Record<string, unknown>)[name], rest) : undefined
}

function cellOf(value: unknown, kind: ColumnKind): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'string' && kind === 'time') {
    const at = Date.parse(value)
    return Number.isNaN(at) ? value : { at }
  }
  return value as string | number | boolean
}
