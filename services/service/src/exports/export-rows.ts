// The bytes of an export's rows, in its format.
import { type Cell, type Column, cellsOf } from '../formats/cell.ts'
import { byteOrderMark, csvLine } from '../formats/csv.ts'
import { LocalTime } from '../formats/local-time.ts'
import { emptyXlsx, maxCharacters, type XlsxState, xlsxEnd, xlsxRows } from '../formats/xlsx.ts'
import type { Export } from './export.object.ts'

/** How far the file is. */
export interface Written {
  readonly isBegun: boolean
  readonly workbook: XlsxState | null
}

export const contentTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/jsonl',
  course: 'application/zip',
  cartridge: 'application/zip',
  cartridge_1_1: 'application/zip',
  qti: 'application/zip',
  scorm: 'application/zip',
  archive: 'application/zip',
} as const

/** The ends of the names of files. */
export const extensions = {
  ...{ csv: 'csv', xlsx: 'xlsx', jsonl: 'jsonl' },
  ...{ course: 'zip', cartridge: 'zip', cartridge_1_1: 'zip', qti: 'zip', scorm: 'zip', archive: 'zip' },
} as const

type Order = Pick<Export, 'format' | 'time_zone' | 'bom'>

interface WrittenRows {
  readonly bytes: Buffer
  readonly workbook: XlsxState | null
  readonly warnings: readonly string[]
}

/** The bytes of these objects, and of the beginning and the end of the file; and its state after them. */
export function rowsOf(
  order: Order,
  columns: readonly Column[],
  items: readonly object[],
  { isBegun, workbook, ends }: Written & { ends: boolean },
): WrittenRows {
  const { format } = order
  if (format === 'jsonl') {
    const text = items.map(item => `${JSON.stringify(item)}\n`).join('')
    // A file is never empty: without objects it is one empty line.
    return { bytes: Buffer.from(text || (!isBegun && ends ? '\n' : '')), workbook, warnings: [] }
  }
  const time = new LocalTime(order.time_zone)
  const header = columns.map(({ name }) => name)
  const rows = items.map(item => cellsOf(item, columns))
  if (format === 'csv') {
    const head = isBegun ? '' : (order.bom ? byteOrderMark : '') + csvLine(header, time)
    return { bytes: Buffer.from(head + rows.map(row => csvLine(row, time)).join('')), workbook, warnings: [] }
  }
  const state = structuredClone(workbook) ?? emptyXlsx()
  const body = xlsxRows(state, { header, rows, time })
  const bytes = Buffer.concat([body, ...(ends ? [xlsxEnd(state)] : [])])
  return { bytes, workbook: state, warnings: cutIn(header, rows) }
}

/** The columns with a text that no cell of a workbook takes whole. */
const cutIn = (header: readonly string[], rows: readonly (readonly Cell[])[]): string[] =>
  header
    .filter((_, index) => rows.some(row => isLong(row[index]!)))
    .map(name => `texts of ${name} are cut after ${maxCharacters} characters; csv and jsonl have them whole`)

const isLong = (cell: Cell) => typeof cell === 'string' && cell.length > maxCharacters
