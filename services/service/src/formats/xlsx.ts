// A workbook (ECMA-376, Office Open XML) that is written in steps, row by row.
import { type Cell, isMoment } from './cell.ts'
import type { LocalTime } from './local-time.ts'
import { emptyZip, maxEntryBytes, type ZipState, ZipWriter } from './zip.ts'

/** The rows of a sheet. */
export const maxRows = 1_048_576
/** The characters of a cell: programs that open a workbook refuse more, and the rest is cut. */
export const maxCharacters = 32_767

export interface XlsxState {
  zip: ZipState
  sheets: number
  /** Rows in the present sheet. */
  rows: number
}
export const emptyXlsx = (): XlsxState => ({ zip: emptyZip(), sheets: 0, rows: 0 })

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const ofSheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Adds rows below a header, which each sheet repeats. Returns bytes, and changes the state. */
export function xlsxRows(
  state: XlsxState,
  { header, rows, time }: { header: readonly string[]; rows: readonly (readonly Cell[])[]; time: LocalTime },
  most = maxRows,
): Buffer {
  const zip = new ZipWriter(state.zip)
  let text = ''
  const flush = () => {
    if (text) zip.add(text)
    text = ''
  }
  const begin = () => {
    state.sheets++
    state.rows = 1
    zip.begin(`xl/worksheets/sheet${state.sheets}.xml`)
    text = `${xml}<worksheet xmlns="${main}"><sheetData>${rowXml(header, 1, time)}`
  }
  if (state.sheets === 0) begin()
  for (const row of rows) {
    if (state.rows >= most || (state.zip.open?.size ?? 0) > maxEntryBytes) {
      text += endOfSheet
      flush()
      zip.end()
      begin()
    }
    state.rows++
    text += rowXml(row, state.rows, time)
    if (text.length > 256 * 1024) flush()
  }
  flush()
  return zip.take()
}

/** The end of the workbook, after `xlsxRows`. */
export function xlsxEnd(state: XlsxState): Buffer {
  const zip = new ZipWriter(state.zip)
  zip.add(endOfSheet)
  zip.end()
  const sheets = Array.from({ length: state.sheets }, (_, index) => index + 1)
  const each = (make: (number: number) => string) => sheets.map(make).join('')
  zip.writeEntry(
    '[Content_Types].xml',
    `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${ofSheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${ofSheet}.styles+xml"/>${each(number => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${ofSheet}.worksheet+xml"/>`)}</Types>`,
  )
  zip.writeEntry(
    '_rels/.rels',
    `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  zip.writeEntry(
    'xl/workbook.xml',
    `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each(number => `<sheet name="Sheet${number}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
  )
  zip.writeEntry(
    'xl/_rels/workbook.xml.rels',
    `${xml}<Relationships xmlns="${packaged}/relationships">${each(number => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${state.sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  )
  zip.writeEntry('xl/styles.xml', `${xml}<styleSheet xmlns="${main}">${styles}</styleSheet>`)
  zip.close()
  return zip.take()
}

const endOfSheet = '</sheetData></worksheet>'

// Readers take the first two fills as given (no fill, then gray dots), and stop at an empty one.
const styles =
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'

/** Each cell says where it is: most readers do not count. An empty one is left out. */
const rowXml = (cells: readonly Cell[], row: number, time: LocalTime) =>
  `<row r="${row}">${cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row}`, time)).join('')}</row>`

const columnNames: string[] = []
/** 0 is `A`, 26 is `AA`. */
function columnName(index: number): string {
  columnNames[index] ??=
    (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))
  return columnNames[index]
}

function cellXml(cell: Cell, at: string, time: LocalTime): string {
  if (cell === null || cell === '') return ''
  if (isMoment(cell)) return momentXml(cell.at, at, time)
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell.slice(0, maxCharacters))}</t></is></c>`
}

const day = 86_400_000
/** Days from 1899-12-30, the beginning of a workbook's dates, to 1970. */
const daysBefore = 25_569
/** The first moment that all programs show alike: 1900-03-01, after a leap day that never was. */
const firstDay = 61

function momentXml(moment: number, at: string, time: LocalTime): string {
  const serial = (moment + time.offset(moment)) / day + daysBefore
  return serial >= firstDay ? `<c r="${at}" s="1"><v>${serial}</v></c>` : cellXml(time.text(moment), at, time)
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Characters that XML 1.0 cannot have are left out. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, character => entities[character]!)
