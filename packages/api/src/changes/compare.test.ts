import { compactForms } from '../openapi/compact.ts'
import { changeLines, compareForms, unannounced } from './compare.ts'

const form = `orders.create POST /v1/orders: Create an order
  class C, orders:write
  body OrderCreate
  answer 201 Order
  refuses 409 offer_closed: the offer is closed
  emits order.created

event order.created: an order was created
  object Order
  related user_id

schema Order
  id: string (ord_…) – The id.
  status: draft | paid – How far it is.
  items: list of object
  items[].amount: integer – The amount.

schema OrderCreate
  status?: draft | paid – How it begins.
  note?: string (maxLength 10)
  gift?: object
  gift.code: string
`
const changed = (from: string, to: string) => {
  expect(form).toContain(from)
  return compareForms(form, form.replace(from, to)).map(({ kind, line, breaking }) =>
    [kind, line, ...(breaking ? ['breaking'] : [])].join(' '),
  )
}

test.each<[string, string, string, string[]]>([
  ['a description', '– The amount.', '– What it costs.', []],
  ['a summary', 'Create an order', 'Order something', []],
  ['a path', 'POST /v1/orders', 'POST /v1/baskets', ['changed POST /v1/baskets breaking']],
  ['a path that is provisional', 'POST /v1/orders:', 'POST /v1/orders †:', ['changed POST /v1/orders †']],
  [
    'a permission',
    'class C, orders:write',
    'class C, sales:write',
    ['changed class C, sales:write breaking'],
  ],
  [
    'a new field of an answer',
    '  items: list',
    '  number: integer\n  items: list',
    ['added number: integer'],
  ],
  [
    'a field of an answer that goes',
    '  items[].amount: integer – The amount.\n',
    '',
    ['removed items[].amount: integer breaking'],
  ],
  [
    'a new value of an answer',
    'status: draft | paid',
    'status: draft | paid | canceled',
    ['changed status: draft | paid | canceled'],
  ],
  ['a value that goes', 'status: draft | paid', 'status: paid', ['changed status: paid breaking']],
  [
    'a field of an answer that may be absent',
    '  items: list',
    '  items?: list',
    ['changed items?: list of object breaking'],
  ],
  ['a free field of a body', '  note?', '  place?: string\n  note?', ['added place?: string']],
  ['a demanded field of a body', '  note?', '  place: string\n  note?', ['added place: string breaking']],
  [
    'a demanded field within an object of a body',
    '  gift.code',
    '  gift.to: string\n  gift.code',
    ['added gift.to: string breaking'],
  ],
  [
    'a new object of a body',
    '  note?',
    '  place?: object\n  place.city: string\n  note?',
    ['added place?: object', 'added place.city: string'],
  ],
  [
    'a new form of an object',
    '  gift.code',
    '  gift<card>.kind: "card"\n  gift.code',
    ['added gift<card>.kind: "card"'],
  ],
  [
    'a field of a body that is demanded now',
    '  note?: s',
    '  note: s',
    ['changed note: string (maxLength 10) breaking'],
  ],
  [
    'a value that a body takes no more',
    'status?: draft | paid',
    'status?: draft',
    ['changed status?: draft breaking'],
  ],
  ['a reason', '  emits', '  refuses 409 sold_out: none is left\n  emits', ['added refuses 409 sold_out']],
  [
    'a reason that goes',
    '  refuses 409 offer_closed: the offer is closed\n',
    '',
    ['removed refuses 409 offer_closed'],
  ],
  ['an event that is told no more', '  emits order.created\n', '', ['removed emits order.created breaking']],
])('%s', (_, from, to, expected) => expect(changed(from, to)).toEqual(expected))

test('variants are compared by their kinds, not by their places', () => {
  const before = `schema Block\n  content<1>.kind: "text"\n  content<1>.html: string\n  content<2>.kind: "video"\n  content<2>.parts[]<1>.as: "film"\n  content<2>.parts[]<1>.url: string`
  const after = `schema Block\n  content<1>.kind: "quiz"\n  content<2>.kind: "video"\n  content<2>.parts[]<2>.as: "film"\n  content<2>.parts[]<2>.url: string\n  content<3>.kind: "text"\n  content<3>.html: string`
  expect(compareForms(before, after)).toEqual([
    { kind: 'added', subject: 'Block', line: 'content<quiz>.kind: "quiz"', breaking: false },
  ])
})

test('an operation that goes is breaking, a new one is not', () => {
  const without = form.slice(form.indexOf('event '))
  expect(compareForms(form, without)).toEqual([
    { kind: 'removed', subject: 'orders.create', line: '', breaking: true },
  ])
  expect(compareForms(without, form)).toEqual([
    { kind: 'added', subject: 'orders.create', line: 'POST /v1/orders', breaking: false },
  ])
})

test('the lines of a changelog begin with what breaks', () => {
  const changes = compareForms(
    form,
    form
      .replace('draft | paid – How far', 'paid – How far')
      .replace('  items:', '  number: integer\n  items:'),
  )
  expect(changeLines(changes)).toEqual([
    '### Changed',
    '',
    '- **Breaking:** `Order`: status: draft | paid → status: paid',
    '',
    '### Added',
    '',
    '- `Order`: number: integer',
    '',
  ])
})

test.each([
  ['says nothing', 'Orders are better.', 1],
  ['names the field', '- `Order.status` has fewer values', 0],
  ['names the value', '- there is no `draft`', 0],
])('a changelog that %s', (_, changelog, count) => {
  const changes = compareForms(form, form.replace('draft | paid – How far', 'paid – How far'))
  expect(unannounced(changes, `## Unreleased\n${changelog}`)).toHaveLength(count)
})

test('the forms of all services are read: each operation is a subject', () => {
  const all = Object.values(compactForms()).join('\n')
  const added = compareForms('', all).map(({ subject }) => subject)
  expect(added).toEqual(expect.arrayContaining(['orders.create', 'Order', 'order.paid']))
  expect(added.length).toBeGreaterThan(700)
})
