import { A, bodiesOf, C, id, type Refused, stamps, U } from '@lms/contract'
import { z } from 'zod'
import { fixedFieldsOf } from './body-faults.ts'
import { checked } from './checks.ts'

const Order = z.object({
  id: id('ord'),
  number: z.int(),
  comment: z.string().max(100),
  items: z.array(z.strictObject({ offer_id: id('off') })),
  ...stamps,
})
const { create, change } = bodiesOf(Order, { readOnly: ['number'], immutable: ['items'] })
const usual = { permission: 'orders:write' as const, returns: Order }
const operations = [
  C('POST /v1/orders', { ...usual, summary: 'Create an order', body: create, bound: 'platform team' }),
  U('PATCH /v1/orders/{id}', { ...usual, summary: 'Change an order', body: change }),
  A('POST /v1/orders/{id}/items', {
    ...usual,
    summary: 'Add an item',
    body: z.strictObject({}),
    bound: 'platform team',
  }),
]

const detailsOf = (route: string, body: unknown) => {
  const operation = operations.find(each => each.route === route)!
  try {
    checked(operation.body!, body, fixedFieldsOf(operation, operations))
    return {}
  } catch (error) {
    return Object.fromEntries((error as Refused).details.map(({ path, message }) => [path, message]))
  }
}

test('a field that another operation changes is refused with that operation', () => {
  expect(detailsOf('PATCH /v1/orders/{id}', { items: [] })).toEqual({
    'body.items': 'cannot be changed here; use POST /v1/orders/{id}/items',
  })
})

test('a field that the server sets is named so', () => {
  expect(detailsOf('PATCH /v1/orders/{id}', { number: 5, version: 3 })).toEqual({
    'body.number': 'cannot be changed; leave it out',
    'body.version': 'cannot be changed; leave it out',
  })
  expect(detailsOf('POST /v1/orders', { comment: '', items: [], number: 5 })).toEqual({
    'body.number': 'is set by the server; leave it out',
  })
})

test('a field that does not exist has the name that was likely meant, at any depth', () => {
  expect(detailsOf('POST /v1/orders', { comment: '', items: [{ ofer_id: 'off_1' }], coment: '' })).toEqual({
    'body.coment': 'no such field; did you mean comment?',
    'body.items.0.offer_id': 'is required: the id of an offer (off_…)',
    'body.items.0.ofer_id': 'no such field; did you mean offer_id?',
  })
})

test('one fault is one line', () => {
  const schema = z.strictObject({ amount: z.int().min(0).min(1).max(5) })
  expect(() => checked(schema, { amount: -1.5 })).toThrow(
    expect.objectContaining({
      details: [{ path: 'body.amount', message: 'must be a whole number from 1 to 5' }],
    }),
  )
})
