import { rowsOf } from './export-rows.ts'

const columns = [
  { name: 'title', kind: 'text' },
  { name: 'html', kind: 'text' },
] as const
const items = [{ title: 'Paper', html: 'x'.repeat(40_000) }]
const made = (format: 'xlsx' | 'csv') =>
  rowsOf({ format, time_zone: 'UTC', bom: false }, columns, items, {
    ...{ begun: false, workbook: null, ends: true },
  })

test('a workbook says which long texts it has cut, and other formats have them whole', () => {
  expect(made('xlsx').warnings).toEqual([expect.stringContaining('texts of html are cut after 32767')])
  expect(made('csv')).toMatchObject({ warnings: [] })
  expect(made('csv').bytes.toString()).toContain(items[0]!.html)
})
