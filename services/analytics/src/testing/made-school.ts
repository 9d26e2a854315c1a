// A school that sells for weeks in three currencies: orders with taxes, promo codes, partners, instalments and certificates,
// refunds, subscriptions that are paid late or not at all, paused, changed and canceled, people who are united and erased.
import { commerceContract, type Payment, type Subscription } from '@lms/commerce/contract'
import type { Id } from '@lms/contract'
import { eventually } from '@lms/testing'
import type { Clocked } from './clocked.ts'
import { schoolOf } from './school.ts'

export const hour = 3_600_000
const methods = ['card', 'cash', 'bank_transfer'] as const
const month = { unit: 'month', count: 1 } as const

/** Random choices that are the same in each run (mulberry32). */
function chances(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    chance: (part: number) => next() < part,
    pick: <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!,
  }
}

export async function madeSchool(clocked: Clocked, { days, seed }: { days: number; seed: number }) {
  const school = schoolOf(clocked.system)
  const { commerce, users, caller } = school
  const { chance, pick } = chances(seed)
  const page = clocked.system.client('commerce', commerceContract.resources, {
    ...caller,
    ...{ kind: 'publishable', role: 'student' },
  })
  await commerce.taxRates.replace({ body: { rates: [{ country: 'DE', name: 'VAT', basis_points: 1900 }] } })
  await commerce.promoCodes.create({ body: { code: 'TEN', kind: 'percent', percent: 10 } })
  await commerce.partners.create({ body: { name: 'Ann', code: 'ann', basis_points: 1000 } })
  const offers = [
    await school.offer(19_900),
    await school.offer(5_003),
    await school.offer(9_901, 'USD'),
    await school.offer(700_000, 'RUB'),
  ]
  const price = (id: Id<'off'>, amount: number, currency: string, fields: object) =>
    commerce.prices.create({ path: { id }, body: { name: 'Price', amount, currency, ...fields } })
  const half = { basis_points: 5000, after_days: 0 }
  const parts = await price(offers[0]!, 20_000, 'EUR', { instalments: [half, { ...half, after_days: 20 }] })
  const clubs = [await school.offer(3_000), await school.offer(1_500, 'USD')]
  const monthly = [
    await price(clubs[0]!, 3_000, 'EUR', { interval: month }),
    await price(clubs[0]!, 30_001, 'EUR', { interval: { unit: 'year', count: 1 } }),
    await price(clubs[1]!, 1_500, 'USD', { interval: month }),
    await price(clubs[1]!, 700, 'USD', { interval: { unit: 'day', count: 14 } }),
  ]
  const people: Id<'usr'>[] = []
  /** Visits with a source, in their order. */
  const visits: { person: string; at: number; source: string }[] = []
  /** All subscriptions: a person has up to two in a currency. */
  const subscribed: { id: Id<'sbs'>; person: () => Id<'usr'>; currency: string }[] = []

  const pay = async (order_id: Id<'ord'>, amount?: number) => {
    const back = chance(0.3) ? 30 * hour : 0
    const paid_at = new Date(clocked.now() - back).toISOString()
    await commerce.payments.create({
      body: { order_id, paid_at, method: pick(methods), ...(amount ? { amount } : {}) },
    })
  }

  /** A visit with a source, which ends in an order. */
  const visit = async (user_id: Id<'usr'>) => {
    const utm = { source: pick(['Google', 'google', 'news']), medium: 'cpc' }
    visits.push({ person: user_id, at: clocked.now(), source: utm.source.toLowerCase() })
    const items = [{ offer_id: pick(offers) }]
    const checkout = await commerce.checkouts.create({ body: { user_id, items, utm } })
    const { order_id } = await page.checkouts.confirm({ path: { id: checkout.id } })
    if (chance(0.7)) await pay(order_id!)
  }

  const arrive = async () => {
    const { id } = await school.person()
    people.push(id)
    if (chance(0.7)) await visit(id)
  }

  const sell = async () => {
    const user_id = pick(people)
    if (chance(0.3)) return visit(user_id)
    const country = chance(0.5) ? ('DE' as const) : null
    const item = chance(0.3) ? { offer_id: offers[0]!, price_id: parts.id } : { offer_id: pick(offers) }
    const order = await commerce.orders.create({
      body: {
        ...{ user_id, country, items: [item] },
        ...(chance(0.3) ? { promo_code: 'TEN' } : {}),
        ...(chance(0.3) ? { partner_code: 'ann' } : {}),
      },
    })
    if (order.currency === 'EUR' && chance(0.3)) {
      const gift = await commerce.gifts.create({ body: { kind: 'money', amount: 1_111, currency: 'EUR' } })
      await commerce.gifts.redeem({ body: { code: gift.code!, user_id, order_id: order.id } })
    }
    if (chance(0.9)) await pay(order.id, chance(0.3) ? 1_017 : undefined)
  }

  const refund = async () => {
    const { data } = await commerce.payments.list({ query: { limit: 100 } })
    const able = data.filter(each => each.status === 'succeeded' && each.amount > each.refunded_amount)
    const { id, amount, refunded_amount } = pick(able)
    const rest = amount - refunded_amount
    await commerce.paymentRefunds.refund({
      path: { id },
      body: chance(0.5) ? {} : { amount: Math.ceil(rest / 3) },
    })
  }

  const subscribe = async () => {
    const user_id = pick(people)
    const terms = pick(monthly)
    const own = subscribed.filter(each => each.person() === user_id && each.currency === terms.currency)
    if (own.length > 1) return
    const country = chance(0.5) ? ('DE' as const) : null
    const body = { user_id, price_id: terms.id, collection_method: 'manual' as const, country }
    const { id, open_order_id } = await commerce.subscriptions.create({ body })
    subscribed.push({ id, currency: terms.currency, person: () => user_id })
    if (chance(0.8)) await pay(open_order_id!)
  }

  const present = async (): Promise<Subscription | null> =>
    subscribed.length ? commerce.subscriptions.get({ path: { id: pick(subscribed).id } }) : null

  const follow = async () => {
    const found = await present()
    if (!found || found.status === 'canceled') return
    const path = { id: found.id }
    if (found.open_order_id) return chance(0.8) ? pay(found.open_order_id) : null
    if (found.status === 'paused') return commerce.subscriptions.resume({ path })
    if (chance(0.15)) return commerce.subscriptions.cancel({ path, body: { at: 'now' } })
    if (found.status !== 'active') return
    if (chance(0.3)) return commerce.subscriptions.pause({ path, body: {} })
    if (found.quantity === 1) return commerce.subscriptions.update({ path, body: { quantity: 3 } })
    // What is paid for three pays for one, if there is enough of it left.
    const body = { quantity: 1, change_at: 'now' as const }
    return commerce.subscriptions.update({ path, body }).catch(error => {
      if (error.reason !== 'payment_method_missing') throw error
    })
  }

  const unite = async () => {
    const bare = people.filter(id => !subscribed.some(({ person }) => person() === id))
    const [into, from] = [pick(bare), pick(bare)]
    if (!into || !from || into === from) return
    await users.persons.merge({ path: { id: into }, body: { user_id: from } })
    people.splice(people.indexOf(from), 1)
    for (const each of visits) if (each.person === from) each.person = into
  }

  /** Whether figures have all payments: one that was never read before an erasure is of nobody, and nobody's first one. */
  const isRead = async () => {
    await clocked.settle()
    const listed = await school.all<Payment>('/v1/payments?status=succeeded&test=false&limit=1000')
    const money = listed.filter(({ method }) => method !== 'certificate' && method !== 'none')
    const { data } = await school.api.queries.query({
      body: { metrics: ['payments'], period: { from: '2026-01-01', to: '2028-01-01' } },
    })
    return data.reduce((sum, { values }) => sum + values.payments!, 0) === money.length
  }

  const erase = async () => {
    const id = pick(people)
    await eventually('all payments', isRead, 20_000)
    await users.persons.anonymize({ path: { id } })
    people.splice(people.indexOf(id), 1)
  }

  /** What happens in so many days; `look` sees what subscriptions have become. */
  const live = async (look: () => Promise<void>) => {
    for (let day = 0; day < days; day++) {
      await clocked.goTo(clocked.now() + 24 * hour)
      await look()
      if (people.length < 3 || chance(0.4)) await arrive()
      else await sell()
      for (const act of people.length < 3 ? [] : [chance(0.4) ? subscribe : follow, follow]) {
        await act()
        await look()
        clocked.tick()
      }
      if (day % 4 === 3) await refund()
      if (day % 15 === 14) await unite()
      if (day % 20 === 19) await erase()
      await clocked.settle()
      await look()
    }
  }
  return { ...school, live, visits }
}
export type MadeSchool = Awaited<ReturnType<typeof madeSchool>>
