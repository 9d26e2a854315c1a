// Programs of others open what we write: each reader of the field gets the same cells.
import { read, utils } from '@e965/xlsx'
import readExcelFile from 'read-excel-file/node'
import type { Cell } from './cell.ts'
import { LocalTime } from './local-time.ts'
import { emptyXlsx, xlsxEnd, xlsxRows } from './xlsx.ts'

const header = ['name', 'amount', 'paid', 'at', 'note']
const moment = Date.UTC(2026, 10, 21, 9, 30)
const rows: Cell[][] = [
  ['Ann <&> Bob', 4900, true, { at: moment }, null],
  ['', -0.5, false, null, 'a\nb'],
  [null, null, null, { at: Date.UTC(2026, 0, 1) }, ' spaces '],
]
// What a reader gets: an empty cell is nothing, and a moment the local time of the school.
const berlin = (at: number) => new Date(at + 3_600_000).toISOString()
const expected = [
  ['name', 'amount', 'paid', 'at', 'note'],
  ['Ann <&> Bob', 4900, true, berlin(moment), null],
  [null, -0.5, false, null, 'a\nb'],
  [null, null, null, berlin(Date.UTC(2026, 0, 1)), ' spaces '],
]

function workbook(most?: number): Buffer {
  const state = emptyXlsx()
  const time = new LocalTime('Europe/Berlin')
  return Buffer.concat([
    xlsxRows(state, { header, rows: rows.slice(0, 1), time }, most),
    xlsxRows(state, { header, rows: rows.slice(1), time }, most),
    xlsxEnd(state),
  ])
}

const asText = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null))
const filled = (cells: readonly unknown[]) =>
  Array.from({ length: header.length }, (_, at) => asText(cells[at]))

const readers: Record<string, (bytes: Buffer) => Promise<unknown[][]>> = {
  SheetJS: async bytes => {
    const book = read(bytes, { cellDates: true, UTC: true } as never)
    const sheet = book.Sheets[book.SheetNames[0]!]!
    return utils
      .sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, UTC: true, blankrows: true } as never)
      .map(filled)
  },
  'read-excel-file': async bytes => (await readExcelFile(bytes, { trim: false }))[0]!.data.map(filled),
}

test.each(Object.keys(readers))('%s reads each cell', async name => {
  expect(await readers[name]!(workbook())).toEqual(expected)
})

test('a sheet that is full goes on in the next, below the header', async () => {
  const book = read(workbook(2))
  expect(book.SheetNames).toEqual(['Sheet1', 'Sheet2', 'Sheet3'])
  for (const name of book.SheetNames)
    expect(utils.sheet_to_json<unknown[]>(book.Sheets[name]!, { header: 1 })[0]).toEqual(header)
})
