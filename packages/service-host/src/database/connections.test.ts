import { poolSizeOf } from '../kernel/config.ts'
import { maxConnections } from './connections.ts'

test.each([
  ['one service', [0], 16, 20],
  ['one with two workers', [2], 16, 28],
  ['ten services, of which two have workers', [0, 0, 0, 0, 0, 0, 0, 0, 2, 3], 16, 220],
  ['the same with smaller pools', [0, 0, 0, 0, 0, 0, 0, 0, 2, 3], 8, 140],
])('%s: %j with pools of %d open %d connections at most', (_, workers, poolSize, most) => {
  expect(maxConnections(workers, poolSize)).toBe(most)
})

test('the size of pools is a whole number', () => {
  expect(poolSizeOf({})).toBe(16)
  expect(poolSizeOf({ LMS_POOL_SIZE: '8' })).toBe(8)
  for (const LMS_POOL_SIZE of ['many', '1', '2.5', '-3'])
    expect(() => poolSizeOf({ LMS_POOL_SIZE })).toThrow('LMS_POOL_SIZE must be a whole number')
})
