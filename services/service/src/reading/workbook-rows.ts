// The rows of a sheet from its unpacked bytes. A row ends at `</row>`, so a reader can go on behind any of them without
// reading what stands before.
import { ArchiveRefused } from '@lms/archive'
import type { RawCell } from './workbook-cell.ts'
import { localOf, strictParser } from './workbook-xml.ts'

/** Bytes of a row. */
const maxRowBytes = 1024 ** 2
/** Cells of a row that are read. */
const maxCells = 1000
const endOfRow = /<\/(?:[\w.-]+:)?row\s*>/g
const endOfRows = /<\/(?:[\w.-]+:)?sheetData\s*>/

export interface RawRow {
  readonly cells: readonly RawCell[]
  /** Bytes of the sheet up to the end of the row. */
  readonly next: number
}

/** The rows behind the place `from`, which is 0 or the `next` of a row. */
export async function* rowsIn(parts: AsyncIterable<Buffer>, from: number): AsyncGenerator<RawRow> {
  let passed = 0
  let rest = Buffer.alloc(0)
  let start = from
  for await (const part of parts) {
    const skipped = Math.min(part.length, Math.max(0, from - passed))
    passed += part.length
    if (skipped === part.length) continue
    rest = Buffer.concat([rest, part.subarray(skipped)])
    // Positions in Latin-1 text are those of bytes.
    const text = rest.toString('latin1')
    let at = 0
    if (start === 0) at = beginningOf(text)
    if (at < 0) {
      if (text.length > maxRowBytes) throw new ArchiveRefused('The sheet does not begin with rows.')
      continue
    }
    endOfRow.lastIndex = at
    for (let end = endOfRow.exec(text); end; end = endOfRow.exec(text)) {
      const until = end.index + end[0].length
      yield { cells: cellsOf(rest.toString('utf8', at, until)), next: start + until }
      at = until
    }
    // What stands behind the rows may be larger than one: a link for each e-mail, rules for colours.
    if (endOfRows.test(text.slice(at))) return
    rest = rest.subarray(at)
    start += at
    if (rest.length > maxRowBytes) throw new ArchiveRefused('A row of the sheet has more than 1 MiB.')
  }
}

/** Where the rows begin; negative if that is not here. */
function beginningOf(text: string): number {
  const found = /<(?:[\w.-]+:)?sheetData\s*\/?>/.exec(text)
  return found ? found.index + found[0].length : -1
}

/** The cells of a row; rows without cells may stand before it. */
function cellsOf(xml: string): RawCell[] {
  const cells: RawCell[] = []
  const parser = strictParser('Rows')
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
function columnOf(place: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0]
  if (!letters) return null
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  return number - 1
}
