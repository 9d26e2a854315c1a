import { bytesOfSlice, sliceBytes } from './slice.ts'

test.each([
  ['is read as far as it may be, where no row is known yet', { rows: 0, position: 0 }, sliceBytes],
  ['has room for rows that are half as long again', { rows: 200, position: 40_000 }, 30_000],
  ['is read 16 KB at least', { rows: 1_000_000, position: 20_000_000 }, 16 * 1024],
  ['is read no further than it may be', { rows: 10, position: 600_000 }, sliceBytes],
])('a slice of 100 rows %s', (_, { rows, position }, bytes) => {
  expect(bytesOfSlice({ position, counts: { rows } }, 100)).toBe(bytes)
})
