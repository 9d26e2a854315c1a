// The file of problems: the rows of the original with what is wrong with each, to correct and import again.
import { csvLine } from '../formats/csv.ts'
import { LocalTime } from '../formats/local-time.ts'
import type { RowError } from './import.object.ts'

/** The columns that are added. They are left out where the file is imported again. */
export const problemColumns: readonly string[] = ['import_row', 'import_problem']

const time = new LocalTime('UTC')

/** Columns of the original: those of an earlier file of problems are written anew. */
const ofOriginal = (column: string) => !problemColumns.includes(column)

/** The header of the file of problems. */
export const problemHeader = (columns: readonly string[]): string =>
  csvLine([...columns.filter(ofOriginal), ...problemColumns], time)

/** The rows with problems, each once; `cellsOf` are those of the original, none for a row that could not be read. */
export function problemLines(
  problems: readonly RowError[],
  columns: readonly string[],
  cellsOf: (row: number) => readonly string[] | undefined,
): string {
  const lines = [...Map.groupBy(problems, ({ row }) => row)].map(([row, ofRow]) => {
    const cells = cellsOf(row) ?? []
    const texts = ofRow.map(({ column, message }) => (column === null ? message : `${column}: ${message}`))
    const own = columns.flatMap((column, index) => (ofOriginal(column) ? [cells[index] ?? null] : []))
    return csvLine([...own, row, texts.join('; ')], time)
  })
  return lines.join('')
}
