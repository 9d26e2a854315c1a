// Whole rows and shared texts in unpacked bytes of a workbook, in the thread. A row ends at `</row>`, a text at `</si>`, so a
// reader can go on behind any of them without reading what stands before.
import { ArchiveRefused } from '@lms/archive/refused'
import { boundedParser } from '@lms/archive/xml'
import type { RawCell } from './workbook-cell.ts'

/** `what` begins the refusal. */
const strictParser = (what: string) =>
  boundedParser(why => new ArchiveRefused(`${what} of the workbook ${why}.`))

/** The name without its prefix. */
const localOf = (name: string) => name.slice(name.indexOf(':') + 1)

/** Bytes of a row. */
const maxRowBytes = 1024 ** 2
/** Cells of a row that are read. */
const maxCells = 1000
const endOfRow = /<\/(?:[\w.-]+:)?row\s*>/g
/** Rows with a height and no cells: below a table there may be a million of them. */
const emptyRows = /(?:\s*<(?:[\w.-]+:)?row(?:\s[^<>]*)?\/>)+/y
const endOfRows = /<\/(?:[\w.-]+:)?sheetData\s*>/

export interface RawRow {
  readonly cells: readonly RawCell[]
  /** Bytes up to the end of the row. */
  readonly end: number
}

export interface SheetRows {
  readonly rows: readonly RawRow[]
  /** Whether the beginning of all rows has been found. */
  readonly isBegun: boolean
  /** Whether there are no more. */
  readonly isOver: boolean
  /** Bytes that need not be read again. */
  readonly done: number
}

/** The whole rows of a part of a sheet. */
export function rowsOf({ bytes, isBegun }: { bytes: Uint8Array; isBegun: boolean }): SheetRows {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Positions in Latin-1 text are those of bytes.
  const text = buffer.toString('latin1')
  let at = isBegun ? 0 : beginningOf(text)
  if (at < 0) return { rows: [], isBegun: false, isOver: false, done: 0 }
  const rows: RawRow[] = []
  endOfRow.lastIndex = at
  for (let end = endOfRow.exec(text); end; end = endOfRow.exec(text)) {
    const until = end.index + end[0].length
    rows.push({ cells: cellsOf(buffer.toString('utf8', at, until)), end: until })
    at = until
  }
  emptyRows.lastIndex = at
  if (emptyRows.test(text)) at = emptyRows.lastIndex
  // What stands behind the rows may be larger than one: a link for each e-mail, rules for colours.
  const over = endOfRows.exec(text.slice(at))
  if (over && over.index > maxRowBytes) throw new ArchiveRefused('A row of the sheet has no end.')
  return { rows, isBegun: true, isOver: over !== null, done: at }
}

/** Where the rows begin; negative if that is not here. */
function beginningOf(text: string): number {
  const match = /<(?:[\w.-]+:)?sheetData\s*\/?>/.exec(text)
  return match ? match.index + match[0].length : -1
}

/** The cells of a row; rows without cells may stand before it. */
function cellsOf(xml: string): RawCell[] {
  const cells: RawCell[] = []
  const parser = strictParser('A row')
  let cell: { column: number; kind: string; style: number; value: string } | null = null
  let column = -1
  let isValue = false
  parser.on('opentag', ({ name, attributes }) => {
    const local = localOf(name)
    if (local === 'row') column = -1
    if (local === 'c') {
      column = columnOf(String(attributes.r ?? '')) ?? column + 1
      cell = { column, kind: String(attributes.t ?? 'n'), style: Number(attributes.s ?? 0), value: '' }
    }
    if (local === 'v' || local === 't') isValue = true
  })
  parser.on('text', value => {
    if (cell && isValue) cell.value += value
  })
  parser.on('closetag', ({ name }) => {
    const local = localOf(name)
    if (local === 'v' || local === 't') isValue = false
    if (local !== 'c' || !cell) return
    if (cell.column < maxCells && cell.value !== '') cells.push(cell)
    cell = null
  })
  parser.write(`<rows>${xml}</rows>`).close()
  return cells
}

/** 2 for `C7`. */
function columnOf(cellReference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(cellReference)?.[0]
  if (!letters) return null
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  return number - 1
}

/** The characters of a cell that spreadsheets keep. */
const maxCharacters = 32_767
const beginOfText = /<(?:[\w.-]+:)?si[\s/>]/
const endOfText = /<\/(?:[\w.-]+:)?si\s*>|<(?:[\w.-]+:)?si\s*\/>/g

/** The whole shared texts of a part of their entry, and the bytes that need not be read again. */
export function stringsOf(bytes: Uint8Array): { texts: string[]; done: number } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = buffer.toString('latin1')
  const begin = text.search(beginOfText)
  let end = 0
  for (const match of text.matchAll(endOfText)) end = match.index + match[0].length
  if (begin < 0 || end <= begin) return { texts: [], done: 0 }
  return { texts: textsIn(buffer.toString('utf8', begin, end)), done: end }
}

function textsIn(xml: string): string[] {
  const texts: string[] = []
  const parser = strictParser('A shared text')
  let text: string | null = null
  // Phonetic readings stand beside the text.
  let isReading = false
  let isText = false
  parser.on('opentag', ({ name }) => {
    const local = localOf(name)
    if (local === 'si') text = ''
    if (local === 'rPh') isReading = true
    if (local === 't') isText = !isReading
  })
  parser.on('text', value => {
    if (!isText || text === null) return
    text += value
    // Thousands of cells may name the same text.
    if (text.length > maxCharacters)
      throw new ArchiveRefused(`A cell of the workbook has more than ${maxCharacters} characters.`)
  })
  parser.on('closetag', ({ name }) => {
    const local = localOf(name)
    if (local === 't') isText = false
    if (local === 'rPh') isReading = false
    if (local === 'si' && text !== null) {
      texts.push(text)
      text = null
    }
  })
  parser.write(`<sst>${xml}</sst>`).close()
  return texts
}
