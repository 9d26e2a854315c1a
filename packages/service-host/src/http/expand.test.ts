import type { Caller, ListSpec } from '@lms/contract'
import type { Runtime } from '../run/runtime.ts'
import { expandItems, pickFields } from './expand.ts'

const spec: ListSpec = {
  filters: {},
  sorts: [],
  expands: {
    user: { key: 'user_id', permission: 'users:read' },
    'items.offer': { key: 'items.offer_id', permission: 'offers:read' },
  },
}

/** Expands with finders that know every id but `…_gone`, and keeps what they were asked. */
async function expand(items: Record<string, unknown>[], names: string[], rights: string[][] = [['*']]) {
  const asked: string[][] = []
  const find = async (ids: readonly string[]) => {
    asked.push([...ids])
    return new Map(ids.filter(id => !id.endsWith('_gone')).map(id => [id, { id, found: true }]))
  }
  const warnings: string[] = []
  await expandItems(
    items,
    names,
    spec,
    { user: find, 'items.offer': find },
    {
      caller: { rights } as unknown as Caller,
      stores: {},
      runtime: {} as Runtime,
      requestId: '0'.repeat(32),
      warnings,
    },
  )
  return { items, asked, warnings }
}

test('a relation stands beside its id; each id is asked for once', async () => {
  const { items, asked } = await expand(
    [{ user_id: 'usr_1' }, { user_id: 'usr_2' }, { user_id: 'usr_1' }],
    ['user'],
  )
  expect(items[2]).toEqual({ user_id: 'usr_1', user: { id: 'usr_1', found: true } })
  expect(asked).toEqual([['usr_1', 'usr_2']])
})

test('a dot goes through an array', async () => {
  const { items } = await expand(
    [{ items: [{ offer_id: 'off_1' }, { offer_id: 'off_gone' }] }],
    ['items.offer'],
  )
  expect(items[0]).toEqual({
    items: [
      { offer_id: 'off_1', offer: { id: 'off_1', found: true } },
      { offer_id: 'off_gone', offer: null },
    ],
  })
})

test('what may not be read stays out, and a warning says what is missing', async () => {
  const { items, asked, warnings } = await expand([{ user_id: 'usr_1' }], ['user'], [['*'], ['orders:*']])
  expect(items).toEqual([{ user_id: 'usr_1' }])
  expect(asked).toEqual([])
  expect(warnings).toEqual(['expand=user needs users:read; it is left out'])
})

test('nothing is asked for where there is no id', async () => {
  const { items, asked } = await expand([{ user_id: null }, { items: [] }], ['user', 'items.offer'])
  expect(asked).toEqual([])
  expect(items).toEqual([{ user_id: null }, { items: [] }])
})

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
])('fields %j', (fields, picked) => {
  expect(pickFields(order, fields)).toEqual(picked)
})
