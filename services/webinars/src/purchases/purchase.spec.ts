import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { runService } from '@lms/service-host'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webinarsService } from '../service.ts'
import { schoolWithSession } from '../testing/webinars.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, commerceService, webinarsService] })
})
afterAll(() => system.stop())

/** Waits until an order has registered its buyer. */
const isUsed = (order_id: string) =>
  eventually('the order to be used', () =>
    asOwner(system.ownerUrl, async owner => {
      const { rows } = await owner.query(
        'select 1 from webinars.purchases where order_id = $1 and session_id is not null',
        [order_id],
      )
      return rows.length > 0
    }),
  )

/** A school that sells its webinar. */
async function shop(fields: object = {}) {
  const school = await schoolWithSession(system, { starts_at: '2127-01-15T18:00:00.000+01:00', ...fields })
  const { api, caller, webinar, person } = school
  await api.webinars.update({ path: { id: webinar.id }, body: { access: 'offer' } })
  const { offers, offerItems, orders, payments, paymentRefunds } = system.client(
    'commerce',
    commerceContract.resources,
    caller,
  )
  const offer = await offers.create({ body: { name: 'Webinar', amount: 1900, currency: 'EUR' } })
  const item = { kind: 'webinar' as const, resource_id: webinar.id, name: 'Webinar' }
  await offerItems.create({ path: { id: offer.id }, body: item })
  const buy = async (buyer?: Awaited<ReturnType<typeof person>>) => {
    const user_id = buyer ?? (await person())
    const { id } = await orders.create({ body: { user_id, items: [{ offer_id: offer.id }] } })
    await orders.markPaid({ path: { id }, body: {} })
    const refund = async () => {
      const { data } = await payments.list({ query: { order_id: id } })
      await paymentRefunds.refund({ path: { id: data[0]!.id }, body: {} })
    }
    return { user_id, order_id: id, refund }
  }
  const statusOf = async (user_id: string) =>
    (await api.webinarRegistrations.list({ query: { user_id } })).data.map(each => [
      each.session_id,
      each.status,
    ])
  const becomes = (user_id: string, expected: unknown) =>
    eventually('the registration', async () => {
      const status = await statusOf(user_id)
      return JSON.stringify(status) === JSON.stringify(expected)
    })
  return { ...school, buy, statusOf, becomes }
}

test('a paid order registers its buyer, and a refund cancels that', async () => {
  const { api, buy, becomes, session, student, person } = await shop()
  const { user_id, order_id, refund } = await buy()
  await becomes(user_id, [[session.id, 'registered']])
  expect((await api.webinarRegistrations.list()).data).toMatchObject([{ source: 'order', order_id }])
  const body = { session_id: session.id }
  const other = student(await person()).webinarRegistrations.create({ body })
  await expect(other).rejects.toMatchObject({ reason: 'webinar_not_open' })
  await refund()
  await becomes(user_id, [[session.id, 'canceled']])
  const again = student(user_id).webinarRegistrations.create({ body })
  await expect(again).rejects.toMatchObject({ reason: 'webinar_not_open' })
})

test('a buyer without a seat waits for the next session, and for one that becomes free', async () => {
  const { api, buy, becomes, session, schedule, path } = await shop({ seats: 1 })
  const [first, second] = [await buy(), await buy()]
  await becomes(first.user_id, [[session.id, 'registered']])
  await becomes(second.user_id, [])
  const next = await schedule({ starts_at: '2127-02-15T18:00:00.000+01:00' })
  await becomes(second.user_id, [[next.id, 'registered']])
  await api.webinarSessions.cancel({ path })
  await eventually('the buyer to move', async () => {
    const { data } = await api.webinarRegistrations.list({ query: { user_id: first.user_id } })
    return data.some(({ session_id, status }) => session_id === next.id && status === 'registered')
  })
})

test('a seat that becomes free because two people are one goes to the buyer who waits', async () => {
  const { buy, becomes, session, register, person, people } = await shop({ seats: 2 })
  const [ann, same] = [await person(), await person()]
  await Promise.all([register(ann), register(same)])
  const { user_id } = await buy()
  await becomes(user_id, [])
  await people.persons.merge({ path: { id: ann }, body: { user_id: same } })
  await becomes(user_id, [[session.id, 'registered']])
})

test('a refund cancels what a buyer has registered for by themselves, too', async () => {
  const { api, buy, becomes, session, schedule, student, path } = await shop()
  const { user_id, refund } = await buy()
  await becomes(user_id, [[session.id, 'registered']])
  const [own] = (await api.webinarRegistrations.list({ query: { user_id } })).data
  const other = await schedule({ starts_at: '2127-02-15T18:00:00.000+01:00' })
  const { webinarRegistrations } = student(user_id)
  await webinarRegistrations.create({ body: { session_id: other.id } })
  await webinarRegistrations.cancel({ path: { id: own!.id } })
  await webinarRegistrations.create({ body: { session_id: path.id } })
  await refund()
  await eventually('the cancelations', async () => {
    const { data } = await api.webinarRegistrations.list({ query: { user_id } })
    return data.length === 2 && data.every(({ status }) => status === 'canceled')
  })
})

test('a buyer who has paid twice keeps the registration when one of the orders is refunded', async () => {
  const { api, buy, becomes, session } = await shop()
  const first = await buy()
  const { user_id } = first
  await becomes(user_id, [[session.id, 'registered']])
  const second = await buy(user_id)
  await isUsed(second.order_id)
  await first.refund()
  await eventually('the other order', async () => {
    const { data } = await api.webinarRegistrations.list({ query: { user_id } })
    return data[0]!.order_id === second.order_id && data[0]!.status === 'registered'
  })
  await second.refund()
  await becomes(user_id, [[session.id, 'canceled']])
})

test('a buyer gets no session whose announced time has passed', async () => {
  const { buy, becomes, session, schedule } = await shop()
  await schedule({ starts_at: '2026-01-15T18:00:00.000+01:00' })
  const { user_id } = await buy()
  await becomes(user_id, [[session.id, 'registered']])
})

test('a purchase is that of the person whom its buyer becomes at the same moment', async () => {
  const { caller, buy, becomes, session, person } = await shop()
  const [from, into] = [await person(), await person()]
  await system.services.webinars!.stop()
  await buy(from)
  await asOwner(system.ownerUrl, async owner => {
    // The merge is being carried out while the service hears of the order.
    await owner.query('begin')
    await owner.query('select webinars.hold_leaving_person($1, $2)', [caller.school, from])
    system.services.webinars = await runService(webinarsService, system.configs.webinars!)
    await eventually('the order to wait', async () => {
      const { rows } = await owner.query(
        `select 1 from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`,
      )
      return rows.length > 0
    })
    await owner.query(
      `insert into webinars.people (school_id, id, gone, merged_into) values ($1, $2, true, $3)
       on conflict (school_id, id) do update set gone = true, merged_into = excluded.merged_into`,
      [caller.school, from, into],
    )
    await owner.query('commit')
  })
  await becomes(into, [[session.id, 'registered']])
})
