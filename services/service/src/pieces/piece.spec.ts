import { newId } from '@lms/contract'
import { inSchool } from '@lms/service-host'
import { pieceBytes } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import fc from 'fast-check'
import { serviceService } from '../service.ts'
import { PieceStore } from './piece.store.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, siteService, serviceService] })
})
afterAll(() => system.stop())

const inStore = <T>(school: string, use: (pieces: PieceStore) => Promise<T>) =>
  inSchool(school, system.services.service!.runtime, ({ work }) => use(new PieceStore(work)))

const size = Math.floor(2.5 * pieceBytes)
const bytes = Buffer.from(
  Uint32Array.from({ length: Math.ceil(size / 4) }, (_, at) => at * 2_654_435_761).buffer,
)
const position = fc.oneof(
  fc.nat(size + 10),
  // Around the ends of pieces.
  fc
    .tuple(fc.constantFrom(1, 2), fc.integer({ min: -4, max: 4 }))
    .map(([piece, off]) => piece * pieceBytes + off),
)

test('a range of a growing file has its bytes, in whatever steps it has grown', async () => {
  const { school } = system.caller()
  const id = newId('fil')
  const ends = [10, pieceBytes - 1, pieceBytes + 1, 2 * pieceBytes, size]
  for (const [index, end] of ends.entries()) {
    const from = ends[index - 1] ?? 0
    await inStore(school, pieces => pieces.grow(id, from, bytes.subarray(from, end)))
  }
  await fc.assert(
    fc.asyncProperty(position, fc.integer({ min: 1, max: 3 * pieceBytes }), async (start, length) => {
      const actual = await inStore(school, pieces => pieces.range(id, { start, length }))
      expect(actual.equals(bytes.subarray(0, size).subarray(start, start + length))).toBe(true)
    }),
    { numRuns: 60 },
  )
  expect(await inStore(school, pieces => pieces.range(newId('fil'), { start: 0, length: 9 }))).toHaveLength(0)
})
