// Letters before free days end, and about the parts of an order, through the CRM.
import { crmService } from '@lms/crm/service'
import { registry } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersService } from '@lms/users/service'
import { commerceService } from '../service.ts'
import { card, chargingShopOf } from '../testing/charging.ts'

let system: TestSystem
let mail: MailServer
let now = Date.parse('2026-11-22T10:00:00Z')
const dayMs = 86_400_000
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: [siteService, usersService, crmService, commerceService],
    clock: { now: () => new Date(now) },
    settings: { taskSlots: 0, settings: { LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@mail.example' } },
  })
}, 180_000)
afterAll(async () => {
  await system?.stop()
  await mail?.close()
})

let schools = 0
async function shop(language = 'en') {
  const { registry: siteRegistry } = system.internal('site', { registry })
  const host = `reminders-${++schools}.example`
  const { id: school } = await siteRegistry.create({ body: { name: 'School', domains: [host] } })
  const caller = system.caller({ school })
  const email = `ann@${host}`
  const base = await chargingShopOf(system, caller)
  await base.people.users.update({ path: { id: base.ann.id }, body: { locale: language, email } })
  const price = (fields: object) =>
    base.api.prices.create({
      path: { id: base.course.id },
      body: { amount: 9_000, currency: 'EUR', ...fields },
    })
  const buy = async (price_id: string) =>
    base.api.orders.create({
      body: { user_id: base.ann.id, items: [{ offer_id: base.course.id, price_id: price_id as never }] },
    })
  const trial = async (trial_days = 14) => {
    const { id } = await price({ interval: { unit: 'month', count: 1 }, trial_days })
    const order = await buy(id)
    const { data } = await base.api.subscriptions.list({ query: { user_id: base.ann.id } })
    return { order, subscription: data[0]! }
  }
  /** The letters about what is to pay, as text. */
  const letters = () =>
    mail.mails
      .filter(({ to, text }) => to.includes(email) && /free days|freien Tage|next part|A part/.test(text))
      .map(({ text }) => text)
  const later = async (days: number) => {
    now += days * dayMs
    await base.work()
    await system.services.crm!.workOffTasks()
  }
  return { ...base, caller, host, price, buy, trial, letters, later }
}

test('who has no card is reminded three days before the free days end, once, with the link on which one is added', async () => {
  const { trial, later, letters, host } = await shop()
  await trial()
  await later(10.9)
  expect(letters()).toEqual([])
  await later(0.2)
  const [letter, ...others] = letters()
  expect(others).toEqual([])
  expect(letter).toContain('Course')
  expect(letter).toContain('90.00')
  expect(letter).toContain('Add a card')
  expect(letter).toContain(host)
  await later(1)
  expect(letters()).toHaveLength(1)
})

test('a person reads it in their language, and a school chooses the days', async () => {
  const { trial, later, letters, set } = await shop('de')
  await set({ reminders: { trial_days: 5 } })
  await trial()
  await later(9.1)
  expect(letters()).toHaveLength(1)
  expect(letters()[0]).toContain('freien Tage')
})

test('nobody is reminded who has canceled, or whose school wants no reminders', async () => {
  const one = await shop()
  const { subscription } = await one.trial()
  await one.later(0)
  await one.api.subscriptions.cancel({ path: { id: subscription.id }, body: { at: 'period_end' } })
  await one.later(12)
  expect(one.letters()).toEqual([])
  const other = await shop()
  await other.set({ reminders: { trial_days: null, part_days: null, overdue_days: null } })
  await other.trial()
  await other.later(12)
  expect(other.letters()).toEqual([])
})

test('each part of an order is announced before it is due, and asked for once it is overdue', async () => {
  const { price, buy, later, letters, start, work } = await shop()
  const plan = await price({
    instalments: [
      { basis_points: 4000, after_days: 0 },
      { basis_points: 3000, after_days: 10 },
      { basis_points: 3000, after_days: 20 },
    ],
  })
  const order = await buy(plan.id)
  await later(0)
  expect(letters()).toEqual([])
  // The first part was due at once.
  await later(1.1)
  expect(letters()).toHaveLength(1)
  expect(letters()[0]).toContain('was due')
  await start(order.id, card('visa'), { amount: 3_600 })
  await work()
  await later(6)
  expect(letters()).toHaveLength(2)
  for (const phrase of ['next part', '27.00', 'Pay it']) expect(letters()[1]).toContain(phrase)
  await later(1)
  expect(letters()).toHaveLength(2)
  await start(order.id, card('visa'), { amount: 5_400 })
  await work()
  await later(30)
  expect(letters()).toHaveLength(2)
})

test('nobody is asked for the parts of an order that has expired, until a late payment goes on with it', async () => {
  const { price, buy, later, letters, start, set, work, orderNow } = await shop()
  await set({ orders: { expire_after_hours: 12 } })
  const part = { basis_points: 2500 }
  const instalments = [0, 10, 20, 30].map(after_days => ({ ...part, after_days }))
  const { id } = await buy((await price({ instalments })).id)
  await later(0)
  await later(0.6)
  expect(await orderNow(id)).toMatchObject({ status: 'expired' })
  await later(11.4)
  expect(letters()).toEqual([])
  await start(id, card('visa'), { amount: 4_500 })
  await work()
  await later(6)
  expect(letters()).toHaveLength(1)
  expect(letters()[0]).toContain('next part')
})
