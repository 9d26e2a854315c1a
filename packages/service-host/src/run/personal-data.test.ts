// From a service's personalData the host answers with kinds and their counts, and pages of each.
import { contract, event, id, newId, Refused } from '@lms/contract'
import { z } from 'zod'
import { defineService, lazyStores, type PersonalData, pageOfFew } from '../index.ts'
import { hostImplementation } from './host.handlers.ts'
import { peopleBatchReactions, peopleReactions } from './people-reactions.ts'

const ids = Array.from({ length: 450 }, (_, n) => ({ id: `ord_${String(n).padStart(4, '0')}` }))
const orders: PersonalData = {
  columns: ['orders.user_id'],
  what: 'orders',
  on_merge: 'they move',
  needs: 'orders:write',
  erased: 'comments',
  kept: 'sums',
  why: 'the law',
  count: async userId => (userId === 'usr_1' ? ids.length : 0),
  items: async (_, { after, most }) => ids.filter(({ id }) => after === null || id > after).slice(0, most),
}
const builder = defineService({})
const serviceWith = (personalData?: readonly PersonalData[]) =>
  builder.build({
    contract: contract({ service: 'notes', area: 'Notes', resources: {} }),
    migrations: async () => [],
    ...(personalData ? { personalData } : {}),
  })
const ask = (name: 'held' | 'data', body: object, personalData?: readonly PersonalData[]): Promise<any> =>
  hostImplementation(serviceWith(personalData), { ready: async () => ({}), snapshots: null as never })
    .handlers[name]!({ body, work: {} } as never, new (lazyStores({}))({} as never)) as Promise<any>

test('each kind is listed with its number of objects', async () => {
  const { count: _, items: __, columns: ___, ...about } = orders
  expect(await ask('held', { user_id: 'usr_1' }, [orders])).toEqual({
    held: [{ ...about, count: 450, incidental: false }],
  })
  const copies = { ...orders, incidental: true }
  expect(await ask('held', { user_id: 'usr_1' }, [copies])).toMatchObject({ held: [{ incidental: true }] })
  expect(await ask('held', { user_id: 'usr_2' }, [orders])).toMatchObject({ held: [{ count: 0 }] })
})

test('all of a kind is read page by page, each once', async () => {
  const seen: object[] = []
  const sizes: number[] = []
  for (let after: string | null = null; ; ) {
    const page: { items: object[]; next: string | null } = await ask(
      'data',
      { user_id: 'usr_1', what: 'orders', after },
      [orders],
    )
    sizes.push(page.items.length)
    seen.push(...page.items)
    if (page.next === null) break
    after = page.next
  }
  expect(sizes).toEqual([200, 200, 50])
  expect(seen).toEqual(ids)
})

test('a page that ends with the last item has no next', async () => {
  const after = ids[249]!.id
  expect(await ask('data', { user_id: 'usr_1', what: 'orders', after }, [orders])).toMatchObject({
    next: null,
  })
})

test('an undeclared kind is not found', async () => {
  const body = { user_id: newId('usr'), what: 'payments', after: null }
  await expect(ask('data', body, [orders])).rejects.toThrow(Refused)
})

test('a service without declarations has no personal data', async () => {
  expect(await ask('held', { user_id: 'usr_1' })).toEqual({ held: [] })
})

test('a service reacts to the events of people that its declarations need', () => {
  const reactionNamesOf = (keepsPeople: boolean, kind: Partial<PersonalData> = {}) => {
    const service = { ...serviceWith([{ ...orders, ...kind }]), keepsPeople }
    return [...peopleBatchReactions(service), ...peopleReactions(service)].map(({ name }) => name)
  }
  expect(reactionNamesOf(false)).toEqual([])
  expect(reactionNamesOf(false, { erase: () => {} })).toEqual(['user-anonymized'])
  const all = ['user-created', 'user-deleted', 'user-merged', 'user-anonymized']
  expect(reactionNamesOf(true)).toEqual(all)
  expect(() => reactionNamesOf(false, { move: () => {} })).toThrow('need a directory')
})

test('the service that emits the events of people merges and erases with its changes, and reacts to none of them', () => {
  const events = [
    event('user.anonymized', { when: 'always', object: z.object({ id: id('usr') }), related: [] }),
  ]
  const service = serviceWith([{ ...orders, move: () => {}, erase: () => {} }])
  const emitting = { ...service, keepsPeople: true, contract: { ...service.contract, events } }
  expect([...peopleReactions(emitting), ...peopleBatchReactions(emitting)]).toEqual([])
})

test('items without an id of their own define the place at which the next page begins', async () => {
  const memberships = ids.map(({ id }) => ({ id: 'usr_1', group_id: id }))
  const members: PersonalData = {
    ...orders,
    items: async (_, { after, most }) =>
      memberships.filter(({ group_id }) => after === null || group_id > after).slice(0, most),
    positionOf: ({ group_id }) => group_id,
  }
  const body = { user_id: 'usr_1', what: 'orders', after: null }
  expect(await ask('data', body, [members])).toMatchObject({ next: memberships[199]!.group_id })
})

test('a list that is read at once gives the page after a place', () => {
  const few = [{ id: 'c' }, { id: 'a' }, { id: 'b' }]
  expect(pageOfFew(few, { after: null, most: 2 })).toEqual([{ id: 'a' }, { id: 'b' }])
  expect(pageOfFew(few, { after: 'b', most: 2 })).toEqual([{ id: 'c' }])
})
