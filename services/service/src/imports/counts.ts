// What has become of the rows and columns of an import so far. Pure.
import type { Import, ReportedImport, RowError } from './import.object.ts'
import { programField } from './programs.ts'

export type Counts = Import['counts']
/** Of a column: cells with a value, and those of them that were left out or changed. */
export interface ColumnCount {
  readonly values: number
  readonly warnings: number
}

export const noCounts: Counts = {
  ...{ rows: 0, created: 0, updated: 0, unchanged: 0, errors: 0, empty: 0, warnings: 0 },
  ...{ matched_with_other_name: 0, accesses: 0, completions: 0, certificates: 0 },
  ...{ orders: 0, subscriptions: 0 },
}
export const noCells: ColumnCount = { values: 0, warnings: 0 }

/** The sums of two counts. */
export const summed = (counts: Counts, more: Partial<Counts>): Counts =>
  Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, count + (more[name as keyof Counts] ?? 0)]),
  ) as Counts

/** The counts of columns with those of a slice. */
export const columnCounts = (
  mapping: Import['mapping'],
  before: readonly ColumnCount[],
  { filled, problems }: { filled: readonly number[]; problems: readonly RowError[] },
): ColumnCount[] =>
  mapping.map(({ column }, index) => {
    const { values, warnings } = before[index] ?? noCells
    const own = problems.filter(one => one.severity === 'warning' && one.column === column)
    return { values: values + (filled[index] ?? 0), warnings: warnings + own.length }
  })

/** What the report says of each column. */
export const columnsIn = (
  mapping: Import['mapping'],
  counts: readonly ColumnCount[],
): ReportedImport['columns'] =>
  mapping.map(({ column, field }, index) => ({
    ...{ column, field },
    ...(counts[index] ?? noCells),
    reason: field === null ? reasonFor(column, mapping.slice(0, index)) : null,
  }))

const reasonFor = (column: string, before: Import['mapping']): string =>
  before.some(each => each.column === column)
    ? 'a column before it has this name; name both in mapping, in their order'
    : programField(column) === null
      ? 'people have no such field here; to keep the values, make a custom field with this label and import again'
      : 'no field has this name; name one in mapping, or make a custom field with this label and import again'
