import { fieldsOf, type Part, pick, write } from './fields.ts'

const read = (parts: Part[]) => JSON.parse(Buffer.concat(parts.map(part => Buffer.from(part))).toString())

const order = {
  id: 'ord_1',
  status: 'paid',
  user: { id: 'usr_1', email: 'ann@example.org' },
  items: [
    { id: 'ori_1', amount: 5, offer: { name: 'A', amount: 5 } },
    { id: 'ori_2', amount: 6, offer: null },
  ],
}

test.each([
  [['id'], { id: 'ord_1' }],
  [['id', 'status'], { id: 'ord_1', status: 'paid' }],
  [['user.email'], { user: { email: 'ann@example.org' } }],
  [['user.email', 'user'], { user: order.user }],
  [['items.amount'], { items: [{ amount: 5 }, { amount: 6 }] }],
  [
    ['items.id', 'items.offer.name'],
    {
      items: [
        { id: 'ori_1', offer: { name: 'A' } },
        { id: 'ori_2', offer: null },
      ],
    },
  ],
  [['status.length'], { status: 'paid' }],
  [['missing'], {}],
  [['__proto__', 'constructor', 'toString'], {}],
])('fields %j', (fields, picked) => {
  expect(pick(order, fieldsOf(fields))).toEqual(picked)
  expect(read(write(order, fieldsOf(fields), { here: [], inner: new Map() }))).toEqual(picked)
})

test('a path of any length is read, whatever the stack', () => {
  const deep = `a${'.a'.repeat(100_000)}`
  expect(pick({ a: { a: 1 }, b: 2 }, fieldsOf([deep]))).toEqual({ a: { a: 1 } })
})

const insertions = {
  here: [{ name: 'user', key: 'user_id', texts: new Map([['usr_1', '{"name":"Ann"}']]) }],
  inner: new Map([
    [
      'items',
      {
        here: [{ name: 'offer', key: 'offer_id', texts: new Map([['off_1', '{"name":"A"}']]) }],
        inner: new Map(),
      },
    ],
  ]),
}
const plain = { id: 1, user_id: 'usr_1', note: undefined, items: [{ offer_id: 'off_1' }, { offer_id: null }] }

test.each([
  [
    null,
    {
      id: 1,
      user_id: 'usr_1',
      user: { name: 'Ann' },
      items: [
        { offer_id: 'off_1', offer: { name: 'A' } },
        { offer_id: null, offer: null },
      ],
    },
  ],
  [['id', 'user'], { id: 1, user: { name: 'Ann' } }],
  [['items.offer'], { items: [{ offer: { name: 'A' } }, { offer: null }] }],
  [['items.offer_id'], { items: [{ offer_id: 'off_1' }, { offer_id: null }] }],
])('related texts are in their places, fields %j', (fields, written) => {
  expect(read(write(plain, fieldsOf(fields), insertions))).toEqual(written)
})

test('an encoded related text is in all its places without a copy', () => {
  const bytes = Buffer.from('{"name":"Ann"}')
  const here = [{ name: 'user', key: 'user_id', texts: new Map([['usr_1', bytes]]) }]
  const items = [{ user_id: 'usr_1' }, { user_id: 'usr_1' }]
  const parts = write(items, 'whole', { here, inner: new Map() })
  expect(parts.filter(part => part === bytes)).toHaveLength(2)
  expect(read(parts)).toEqual(items.map(item => ({ ...item, user: { name: 'Ann' } })))
})
