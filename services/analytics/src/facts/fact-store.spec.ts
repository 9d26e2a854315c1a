import { newId } from '@lms/contract'
import { inSchool } from '@lms/service-host'
import { startSystem, type TestSystem } from '@lms/testing'
import { analyticsService } from '../service.ts'
import { FactStore } from './fact.store.ts'
import { type Fact, factDimensions } from './fact.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [analyticsService] })
})
afterAll(() => system.stop())

const user_id = newId('usr')
const fact = (fields: Partial<Fact>): Fact => ({
  ...(Object.fromEntries(factDimensions.map(name => [name, ''])) as Record<
    (typeof factDimensions)[number],
    string
  >),
  ...{
    kind: 'sale',
    place: '0',
    first: true,
    at: '2026-11-24T09:00:00.000+00:00',
    visitor: null,
    paid_at: null,
    amount: 100,
  },
  user_id,
  ...fields,
})
const order = 'ord_1'

function school() {
  const { school: id } = system.caller()
  const within = <T>(act: (facts: FactStore, read: (sql: string) => Promise<string[]>) => Promise<T>) =>
    inSchool(id, system.services.analytics!.runtime, ({ work }) =>
      act(new FactStore(work), async sql => (await work.read(sql, [id])).rows.map(row => row.join(' '))),
    )
  const keep = (version: number, facts: readonly Fact[]) =>
    within(async store => {
      await store.lock()
      return store.keep([{ id: order, version, facts }], 'UTC')
    })
  const rows = () =>
    within((_, read) =>
      read('select place, amount, xmin from analytics.facts where school_id = $1 order by place'),
    )
  return { keep, rows }
}

test('a later version with the same facts writes none of them, and changes no day', async () => {
  const { keep, rows } = school()
  const parts = [fact({ place: '0' }), fact({ place: '1', first: false, amount: 40 })]
  expect(await keep(1, parts)).toBe(true)
  const before = await rows()
  expect(before).toHaveLength(2)
  expect(await keep(2, parts.toReversed())).toBe(false)
  expect(await rows()).toEqual(before)
})

test('an older version is not kept, and of a later one what it says in place of what was', async () => {
  const { keep, rows } = school()
  const amounts = async () => (await rows()).map(row => row.split(' ')[1])
  await keep(2, [fact({ amount: 100 })])
  expect(await keep(1, [fact({ amount: 50 })])).toBe(false)
  expect(await amounts()).toEqual(['100'])
  expect(await keep(3, [fact({ amount: 50 }), fact({ place: '1', amount: 7 })])).toBe(true)
  expect(await amounts()).toEqual(['50', '7'])
  expect(await keep(4, [])).toBe(true)
  expect(await amounts()).toEqual([])
})

test('what is of nobody is written anew: it may have become clear of which erased person it is', async () => {
  const { keep, rows } = school()
  const ofNobody = [fact({ user_id: null })]
  await keep(1, ofNobody)
  const before = await rows()
  expect(await keep(2, ofNobody)).toBe(true)
  expect(await rows()).not.toEqual(before)
})
