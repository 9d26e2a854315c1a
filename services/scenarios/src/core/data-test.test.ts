import { hasPath } from '@lms/contract'
import { z } from 'zod'
import { DataTest } from '../graph/data-test.ts'
import { fieldsOf, holds } from './data-test.ts'

const order = {
  id: 'ord_1',
  status: 'paid',
  amount: 1999,
  paid_at: '2026-11-21T09:30:00.000+00:00',
  test: false,
  discount: { code: 'SPRING-Sale' },
  items: [
    { offer_id: 'off_a', quantity: 1, contents: [{ kind: 'course' }] },
    { offer_id: 'off_b', quantity: 3, contents: [] },
  ],
}
const data = { order_id: 'ord_1', other_id: 'ord_2', least: 1999, began: '2026-11-20T00:00:00Z' }

test.each<[object, boolean]>([
  [{ path: 'id', equals: { data: 'order_id' } }, true],
  [{ path: 'id', equals: { data: 'other_id' } }, false],
  [{ path: 'id', equals: { data: 'nothing' } }, false],
  [{ not: { path: 'id', equals: { data: 'other_id' } } }, true],
  [{ path: 'items[].offer_id', equals: 'off_b' }, true],
  [{ path: 'items[].offer_id', equals: 'off_c' }, false],
  [{ not: { path: 'items[].offer_id', equals: 'off_a' } }, false],
  [{ path: 'items[].offer_id', in: ['off_c', 'off_a'] }, true],
  [{ path: 'items[].contents[].kind', equals: 'course' }, true],
  [{ path: 'items[].quantity', at_least: 2, at_most: 2 }, false],
  [{ path: 'items[].quantity', at_least: 2, at_most: 3 }, true],
  [{ path: 'items.offer_id', equals: 'off_a' }, false],
  [{ path: 'discount.code', contains: 'sale' }, true],
  [{ path: 'amount', at_least: { data: 'least' } }, true],
  [{ path: 'amount', at_most: 1998 }, false],
  [{ path: 'amount', contains: '1' }, false],
  [{ path: 'paid_at', after: { data: 'began' }, before: '2026-11-21T10:30:01+01:00' }, true],
  [{ path: 'paid_at', after: '2026-11-21T10:30:00+01:00' }, false],
  [{ path: 'status', after: '2026-11-21T10:30:00+01:00' }, false],
  [{ path: 'test' }, true],
  [{ path: 'refunded_at' }, false],
  [{ not: { path: 'refunded_at' } }, true],
])('%j is %s of an order', (input, expected) => {
  const dataTest = DataTest.parse(input)
  const path = 'not' in dataTest ? dataTest.not.path : dataTest.path
  expect(holds(dataTest, fieldsOf(order, [path]), data)).toBe(expected)
})

test.each([
  ['Items', false],
  ['items[].offer_id', true],
  ['a.b.c.d.e', true],
  ['a.b.c.d.e.f', false],
  ['items[0].offer_id', false],
  [`${'a'.repeat(121)}`, false],
])('%s is a path: %s', (path, fits) => expect(DataTest.safeParse({ path }).success).toBe(fits))

const Declared = z.object({
  id: z.string(),
  at: z.string().nullable(),
  items: z.array(z.object({ offer_id: z.string(), contents: z.array(z.object({ kind: z.string() })) })),
  discount: z.object({ code: z.string() }).nullable(),
  custom_fields: z.record(z.string(), z.union([z.string(), z.number()])),
})
test.each([
  ['id', true],
  ['at', true],
  ['items[].offer_id', true],
  ['items[].contents[].kind', true],
  ['discount.code', true],
  ['custom_fields.city', true],
  ['items.offer_id', false],
  ['items[].ofer_id', false],
  ['items', false],
  ['discount', false],
  ['id.more', false],
])('an object of this form has a value at %s: %s', (path, has) => expect(hasPath(Declared, path)).toBe(has))
