// Archives of earlier versions have the names of their time: a column, a value or a field inside of a value may be called
// otherwise today. The table that it belongs to declares what it was called, and its rows return under the names of today.
type Row = Record<string, unknown>
type Names = Readonly<Record<string, string>>

/** What a table was called in, by the names of earlier versions, each with that of today. */
export interface EarlierNames {
  readonly columns?: Names
  /** Values of a column; the column has its name of today. */
  readonly values?: Readonly<Record<string, Names>>
  /** Fields at any depth of the JSON in a column; the column has its name of today. */
  readonly fields?: Readonly<Record<string, Names>>
  /** What rows have in columns of the key that the table did not have then. */
  readonly added?: Readonly<Row>
}

/** The row of an archive under the names of today. A name that is already one of today stays. */
export function presentRow(
  row: Row,
  { columns = {}, values = {}, fields = {}, added = {} }: EarlierNames,
): Row {
  const present: Row = { ...added, ...renamed(row, columns) }
  for (const [column, names] of Object.entries(values)) {
    const value = present[column]
    if (typeof value === 'string' && Object.hasOwn(names, value)) present[column] = names[value]
  }
  for (const [column, names] of Object.entries(fields))
    present[column] = renamedInside(present[column], names)
  return present
}

const renamed = (row: Row, names: Names): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [Object.hasOwn(names, name) ? names[name] : name, value]),
  )

/** How deep the JSON of a column is read: what is deeper is not of this product. */
const maxDepth = 12

function renamedInside(value: unknown, names: Names, depth = 0): unknown {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(one => renamedInside(one, names, depth + 1))
  const inside = Object.entries(value).map(([name, one]) => [name, renamedInside(one, names, depth + 1)])
  return renamed(Object.fromEntries(inside), names)
}
