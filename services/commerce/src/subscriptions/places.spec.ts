import { eventually } from '@lms/testing'
import { type Clocked, startClockedSystem, subscribersOf } from '../testing/subscribers.ts'
import { daysAfter } from './calendar.ts'

let world: Clocked
beforeAll(async () => {
  world = await startClockedSystem()
})
afterAll(() => world.system.stop())

test('whoever was moved to another flow stays there with the next period, and after a pause', async () => {
  const { api, people, ann, group, saveCard, subscribe, get, members, liveUntil } = await subscribersOf(world)
  await saveCard('visa')
  await people.groups.update({ path: { id: group.id }, body: { starts_at: '2026-03-01T00:00:00Z' } })
  const april = await people.groups.create({ body: { name: 'April', starts_at: '2026-04-01T00:00:00Z' } })
  const { id } = await subscribe({ trial_days: 10 })
  await eventually('the place', async () => (await members()).length === 1)
  await people.transfers.move({ path: { id: april.id }, body: { user_id: ann } })
  const inApril = async () =>
    (await people.members.list({ path: { id: april.id } })).data.map(({ order_id }) => order_id)
  const { order_id } = await get(id)
  await liveUntil(id, Date.parse(daysAfter(world.today(), 11)))
  const renewed = await get(id)
  expect(renewed).toMatchObject({ status: 'active', period: 2 })
  expect(renewed.order_id).not.toBe(order_id)
  const ends = async () => (await people.accesses.list({ query: { order_id: renewed.order_id! } })).data
  await eventually('the next period', async () => (await ends()).length === 1)
  expect(await members()).toEqual([])
  expect(await inApril()).toHaveLength(1)
  await api.subscriptions.pause({ path: { id }, body: {} })
  await world.settle()
  await world.goTo(daysAfter(world.today(), 3))
  await api.subscriptions.resume({ path: { id } })
  await world.settle()
  expect(await members()).toEqual([])
  expect(await inApril()).toHaveLength(1)
  await api.subscriptions.cancel({ path: { id }, body: { at: 'now' } })
  await world.settle()
  expect(await inApril()).toEqual([])
})
