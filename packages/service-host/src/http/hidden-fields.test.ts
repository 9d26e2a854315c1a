import { A, C, type Caller, G, id, M } from '@lms/contract'
import { z } from 'zod'
import { showsUnread, withoutUnread } from './hidden-fields.ts'

const returns = z.object({ id: id('ord') })
const spec = { summary: 's', permission: 'orders:write', returns } as const
const [change, act, make] = [
  M('PATCH /v1/orders/{id}', spec),
  A('POST /v1/orders/{id}/pay', { ...spec, bound: null }),
  C('POST /v1/orders', { ...spec, bound: 'task' }),
]
const read = G('GET /v1/orders/{id}', { ...spec, permission: 'orders:read' })
const free = M('DELETE /v1/orders/{id}', { ...spec, permission: null })
const caller = (...rights: string[]) => ({ rights: [['*'], rights] }) as unknown as Caller

test.each([
  ['a change', change, ['orders:write'], true],
  ['an action', act, ['orders:write'], true],
  ['a change, to one who reads everything', change, ['orders:write', '*:read'], false],
  ['a change, to one who reads other things', change, ['orders:write', 'users:read'], true],
  ['a create, which may have found the object', make, ['orders:write'], true],
  ['a read', read, ['orders:read'], false],
  ['what any may do', free, [], false],
])('%s by %# shows unreadable fields: %j', (_, operation, rights, shows) => {
  expect(showsUnread(operation, caller(...rights))).toBe(shows)
})

const order = {
  id: 'ord_1',
  version: 3,
  updated_at: 'now',
  comment: 'secret words',
  status: 'paid',
  secret: 's',
}
test.each([
  ['an object', order, {}, { id: 'ord_1', version: 3, updated_at: 'now', secret: 's' }],
  [
    'what was sent',
    order,
    { status: 'open' },
    { id: 'ord_1', version: 3, updated_at: 'now', status: 'paid', secret: 's' },
  ],
  ['no body', order, undefined, { id: 'ord_1', version: 3, updated_at: 'now', secret: 's' }],
  [
    'an object of which names were sent',
    { ...order, custom_fields: { a: 'new', b: 'secret words', c: { d: 1, e: 2 } } },
    { custom_fields: { a: 'new', c: { d: 1 } } },
    { id: 'ord_1', version: 3, updated_at: 'now', secret: 's', custom_fields: { a: 'new', c: { d: 1 } } },
  ],
  [
    'a list that was sent',
    { ...order, tags: ['a', 'b'] },
    { tags: ['b', 'a'] },
    { id: 'ord_1', version: 3, updated_at: 'now', secret: 's', tags: ['a', 'b'] },
  ],
  ['a report', { added: ['a'], moved: 2 }, {}, { added: ['a'], moved: 2 }],
  [
    'a list of which parts were sent',
    {
      id: 'usr_1',
      tags: [
        { id: 'tag_1', name: 'VIP' },
        { id: 'tag_2', name: 'ill' },
        { id: 'tag_3', name: 'c' },
      ],
    },
    { tags: ['vip', 'tag_3'] },
    {
      id: 'usr_1',
      tags: [
        { id: 'tag_1', name: 'VIP' },
        { id: 'tag_3', name: 'c' },
      ],
    },
  ],
  [
    'objects in a report',
    {
      id: 'usr_1',
      user: { id: 'usr_1', version: 1, email: 'a@x.org' },
      all: [{ id: 'x', version: 1, name: 'n' }],
    },
    {},
    { id: 'usr_1', user: { id: 'usr_1', version: 1 }, all: [{ id: 'x', version: 1 }] },
  ],
])('the answer of %s keeps only the fields that are no reading', (_, answer, body, remaining) => {
  expect(withoutUnread(answer, body, { hands: [] })).toEqual(remaining)
})

test('a create by a publishable key shows what a stranger may see', () => {
  expect(showsUnread(make, { ...caller('orders:write'), kind: 'publishable' })).toBe(false)
})

test('what an operation makes for its caller is shown', () => {
  const file = { id: 'fil_1', version: 1, status: 'uploading', upload: { parts: [] } }
  const remaining = { id: 'fil_1', version: 1, upload: { parts: [] } }
  expect(withoutUnread(file, {}, { hands: ['upload'] })).toEqual(remaining)
})
