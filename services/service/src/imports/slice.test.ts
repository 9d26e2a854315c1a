import { csvLine } from '../formats/csv.ts'
import { LocalTime } from '../formats/local-time.ts'
import { sliceOf } from './slice.ts'
import { bytesOfSlice, sliceBytes } from './slice-bytes.ts'

test.each([
  ['is read as far as it may be, where no row is known yet', { rows: 0, position: 0 }, sliceBytes],
  ['has room for rows that are half as long again', { rows: 200, position: 40_000 }, 30_000],
  ['is read 16 KB at least', { rows: 1_000_000, position: 20_000_000 }, 16 * 1024],
  ['is read no further than it may be', { rows: 10, position: 600_000 }, sliceBytes],
])('a slice of 100 rows %s', (_, { rows, position }, bytes) => {
  expect(bytesOfSlice({ position, counts: { rows } }, 100)).toBe(bytes)
})

test('what an export has made safe for spreadsheets is read as it was', () => {
  const person = { phone: '+491711234567', first_name: '-Ann', last_name: "O'Neil" }
  const line = csvLine(Object.values(person), new LocalTime('UTC'))
  expect(line).toContain("'+49")
  const mapping = Object.keys(person).map(field => ({ column: field, field }))
  const form = { mapping, encoding: 'utf-8', delimiter: 'comma' as const }
  const slice = sliceOf(Buffer.from(line), form, { before: 0, most: 10, isEnd: true })
  expect(slice?.rows).toMatchObject([{ row: 1, values: person }])
})
