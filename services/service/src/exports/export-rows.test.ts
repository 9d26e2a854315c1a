import { rowsOf } from './export-rows.ts'

const columns = [
  { name: 'title', kind: 'text' },
  { name: 'html', kind: 'text' },
] as const
const items = [{ title: 'Paper', html: 'x'.repeat(40_000) }]
const writeRows = (format: 'xlsx' | 'csv') =>
  rowsOf({ format, time_zone: 'UTC', bom: false }, columns, items, {
    ...{ isBegun: false, workbook: null, ends: true },
  })

test('a workbook says which long texts it has cut, and other formats have them whole', () => {
  expect(writeRows('xlsx').warnings).toEqual([expect.stringContaining('texts of html are cut after 32767')])
  expect(writeRows('csv')).toMatchObject({ warnings: [] })
  expect(writeRows('csv').bytes.toString()).toContain(items[0]!.html)
})
