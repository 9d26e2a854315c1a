// Three years of a subscription by a clock that the test moves: month ends, a leap day, summer time, declined cards, and a
// pause.
import { eventually } from '@lms/testing'
import { type Clocked, startClockedSystem, subscribersOf } from '../testing/subscribers.ts'
import { between, daysAfter, later, spreadMs } from './calendar.ts'

let world: Clocked
beforeAll(async () => {
  world = await startClockedSystem()
})
afterAll(() => world.system.stop())

const dayMs = 86_400_000
const grace = 3 * dayMs + spreadMs

/** 11:00 in Berlin on the last day of each month from February 2026 on. */
const monthEnds = Array.from({ length: 36 }, (_, index) => {
  const day = new Date(Date.UTC(2026, 2 + index, 0))
  const summer = day.getUTCMonth() >= 2 && day.getUTCMonth() <= 8
  return `${day.toISOString().slice(0, 10)}T${summer ? '09' : '10'}:00:00.000+00:00`
})

test('in three years each period is charged once, on its day, and the access never outlasts what was paid by more than the grace', async () => {
  const here = await subscribersOf(world)
  const { api, saveCard, subscribe, get, ordersOf, accesses, events } = here
  await saveCard('visa')
  const { id } = await subscribe()
  await world.settle()
  const collect = async (card: 'visa' | 'fails-later') => {
    await saveCard(card)
    await api.subscriptions.update({ path: { id }, body: { collection_method: 'automatic' } })
  }
  // The months in which the card is declined at first, and the failed charges until another card is there.
  const declined = new Map([
    [7, 1],
    [25, 4],
  ])
  const ends: string[] = []
  let accessId: string | undefined
  for (let month = 1; month <= 36; month++) {
    const before = await get(id)
    expect(before).toMatchObject({ status: 'active', period: month })
    ends.push(before.period_ends_at)
    const failures = declined.get(month) ?? 0
    if (failures) await collect('fails-later')
    await world.goTo(before.next_charge_at!)
    for (let failure = 1; failure <= failures; failure++) {
      const late = await get(id)
      expect(late).toMatchObject({ status: 'past_due', period: month, attempts: failure })
      if (failure === failures) await collect('visa')
      await world.goTo(late.next_charge_at!)
    }
    // The access follows the payment; nobody else moves its end.
    const { period_ends_at } = await get(id)
    const until = later(period_ends_at, grace)
    const [access, ...more] = await followed(accesses, until)
    expect(more).toEqual([])
    accessId ??= access!.id
    expect(access).toMatchObject({ id: accessId, status: 'active' })
  }
  expect(ends).toEqual(monthEnds)

  const orders = await ordersOf(id)
  expect(orders).toHaveLength(37)
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['paid']))
  const untils = orders.map(({ items }) => items[0]!.access_expires_at!)
  expect(untils.slice(0, 36)).toEqual(monthEnds.map(end => later(end, grace)))
  const payments = await Promise.all(
    orders.map(async order => (await api.payments.list({ query: { order_id: order.id } })).data),
  )
  const succeeded = payments.map(of => of.filter(({ status }) => status === 'succeeded'))
  expect(succeeded.every(of => of.length === 1 && of[0]!.amount === 4900)).toBe(true)
  expect(payments.flat().filter(({ status }) => status === 'failed')).toHaveLength(5)
  const kinds = Map.groupBy(await events(id), ({ type }) => type.replace('payment.subscription_', ''))
  expect(Object.fromEntries([...kinds].map(([kind, of]) => [kind, of.length]))).toEqual({
    started: 1,
    renewed: 36,
    past_due: 2,
  })

  // A pause of fifty days moves the term by fifty days.
  const last = await get(id)
  await api.subscriptions.pause({ path: { id }, body: { resumes_at: daysAfter(world.today(), 50) } })
  const { paused_at } = await get(id)
  await world.goTo(daysAfter(paused_at!, 50))
  const moved = await get(id)
  expect(between(last.period_ends_at, moved.period_ends_at)).toBe(50 * dayMs)
  await followed(accesses, later(moved.period_ends_at, grace))
})

type Listed = { id: string; status: string; expires_at: string | null }

/** The accesses once their end is this one. */
const followed = (accesses: () => Promise<Listed[]>, until: string) =>
  eventually('the end of the access', async () => {
    const currentAccesses = await accesses()
    return currentAccesses.some(({ expires_at }) => expires_at === until) && currentAccesses
  })
