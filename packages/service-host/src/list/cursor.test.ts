import fc from 'fast-check'
import { Cursors } from './cursor.ts'
import type { SortKey } from './list-query.ts'

const cursors = new Cursors(Buffer.alloc(32, 7))
const sort: SortKey[] = [{ name: 'created_at', descending: true }]
const position = fc.tuple(fc.string(), fc.string())
const seal = (at: string[]) => cursors.seal(at, 'sch_1', 'GET /v1/orders', sort)

test('a cursor opens to the position it was made of', () => {
  fc.assert(
    fc.property(position, at => {
      expect(cursors.open(seal(at), 'sch_1', 'GET /v1/orders', sort)).toEqual(at)
    }),
  )
})

test.each([
  ['another school', 'sch_2', 'GET /v1/orders', sort],
  ['another list', 'sch_1', 'GET /v1/offers', sort],
  ['another field', 'sch_1', 'GET /v1/orders', [{ name: 'number', descending: true }]],
  ['the other direction', 'sch_1', 'GET /v1/orders', [{ name: 'created_at', descending: false }]],
  ['one more field', 'sch_1', 'GET /v1/orders', [...sort, { name: 'number', descending: true }]],
  ['no order', 'sch_1', 'GET /v1/orders', []],
] as const)('a cursor of %s is null', (_, school, route, order) => {
  expect(cursors.open(seal(['2026-01-01', 'ord_1']), school, route, order)).toBeNull()
})

test('a cursor signed with another key is null', () => {
  const other = new Cursors(Buffer.alloc(32, 8))
  expect(other.open(seal(['a', 'b']), 'sch_1', 'GET /v1/orders', sort)).toBeNull()
})

test('an altered cursor is null', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
  fc.assert(
    fc.property(position, fc.nat(), fc.constantFrom(...letters), (at, where, letter) => {
      const cursor = seal(at)
      const index = where % cursor.length
      const altered = cursor.slice(0, index) + letter + cursor.slice(index + 1)
      const opened = cursors.open(altered, 'sch_1', 'GET /v1/orders', sort)
      // Base64 has spare bits, so another spelling may stand for the same bytes: never for another position.
      if (opened !== null) expect(opened).toEqual(at)
    }),
    { numRuns: 1000 },
  )
})

test('no text throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), text => {
      expect(cursors.open(text, 'sch_1', 'GET /v1/orders', sort)).toBeNull()
    }),
  )
  expect(cursors.open('', 'sch_1', 'GET /v1/orders', sort)).toBeNull()
})

test('a position does not run into the names it is bound to', () => {
  const cursor = cursors.seal(['a', 'b'], 'sch_1', 'GET /v1/orders', sort)
  expect(cursors.open(cursor, 'sch_1\nGET /v1/orders', '', sort)).toBeNull()
})
