// What the demo school sells, besides plain orders: prices, promo codes, gifts, a partner, and an order in each state.
import type { LmsClient } from '@lms/api'
import type { Id } from '@lms/contract'
import { demoPeople } from './demo-data.ts'
import { receiptIssued } from './demo-settled.ts'

/** Calls of the filling, each under a key of its own. */
export interface Seeding {
  client: LmsClient
  people: readonly string[]
  offers: readonly string[]
  /** Repeats a call that may succeed in a moment. */
  patiently: <R>(work: () => Promise<R>) => Promise<R>
}

const key = (what: string) => ({ idempotencyKey: `demo-${what}` })

/** The seller, the taxes and the terms of the school. */
export async function seedTerms(client: LmsClient): Promise<void> {
  const seller = {
    name: 'Demo school of painting',
    address: 'Malerweg 1, 10115 Berlin',
    tax_id: 'DE123456789',
    country: 'DE',
  }
  const values = { receipts: { seller }, taxes: { country: 'DE' }, partners: { hold_days: 14 } }
  const rates = [
    { country: 'DE', name: 'VAT', basis_points: 1900 },
    { country: 'AT', name: 'VAT', basis_points: 2000 },
  ]
  await client.settings.update({ body: { id: 'commerce', values }, ...key('settings') })
  await client.taxRates.replace({ body: { rates }, ...key('tax-rates') })
}

/** Offers by their places in the list of offers. */
const [beginners, teacher, drawing, evening, everything, parcel] = [0, 1, 2, 3, 4, 5]

/** Prices, promo codes, a partner, and orders that use them, with receipts; returns what there is as text. */
export async function seedSales(seeding: Seeding): Promise<string> {
  const { client } = seeding
  const values = { receipts: { enabled: true } }
  await client.settings.update({ body: { id: 'commerce', values }, ...key('receipts') })
  const [prices, partner] = await Promise.all([
    seedPrices(seeding),
    client.partners.create({
      body: { name: 'Lea’s painting blog', code: 'leas-blog', basis_points: 1500 },
      ...key('partner'),
    }),
    client.promoCodes.create({
      body: { code: 'SPRING-20', description: 'Newsletter', kind: 'percent', percent: 20, max_uses: 500 },
      ...key('promo-code'),
    }),
  ])
  await Promise.all([
    withPromoCode(seeding),
    inParts(seeding, prices.instalments),
    subscribed(seeding, prices.monthly),
    refunded(seeding),
    partRefunded(seeding),
    byPartner(seeding, partner),
    asGift(seeding),
    leftCheckout(seeding),
  ])
  return 'prices, a promo code, gifts, a partner, receipts, subscriptions, orders in every state'
}

/** A price in three instalments, a monthly one, one in dollars, and an early one; returns the ids of the first two. */
async function seedPrices({ client, offers }: Seeding) {
  const price = (offer: number, what: string, body: Parameters<typeof client.prices.create>[0]['body']) =>
    client.prices.create({ path: { id: offers[offer]! }, body, ...key(`price-${what}`) })
  const [parts, monthly] = await Promise.all([
    price(everything!, 'instalments', {
      name: 'In three parts',
      amount: 32_900,
      currency: 'EUR',
      instalments: [
        { basis_points: 3334, after_days: 0 },
        { basis_points: 3333, after_days: 30 },
        { basis_points: 3333, after_days: 60 },
      ],
    }),
    price(everything!, 'monthly', {
      name: 'Monthly',
      amount: 2900,
      currency: 'EUR',
      interval: { unit: 'month', count: 1 },
      trial_days: 14,
    }),
    price(teacher!, 'dollars', { name: 'In dollars', amount: 16_900, currency: 'USD' }),
    price(drawing!, 'early', {
      name: 'Early bird',
      amount: 7900,
      currency: 'EUR',
      early_amount: 5900,
      early_ends_at: '2030-01-01T00:00:00Z',
    }),
  ])
  return { instalments: parts.id, monthly: monthly.id }
}

interface Ordered {
  offer: number
  person: number
  price_id?: Id<'prc'>
  promo_code?: string
  partner_code?: string
  as_gift?: boolean
  expires_at?: string
}

/** An order of a student; `person` counts from the last of them. */
async function order(
  { client, people, offers, patiently }: Seeding,
  what: string,
  { offer, person, price_id, ...fields }: Ordered,
) {
  const item = { offer_id: offers[offer] as Id<'off'>, ...(price_id && { price_id }) }
  const user_id = people[demoPeople.length - person] as Id<'usr'>
  const body = { user_id, items: [item], ...fields }
  return patiently(() => client.orders.create({ body, ...key(`order-${what}`) }))
}

const paid = async (
  { client }: Seeding,
  what: string,
  order_id: Id<'ord'>,
  amount?: number,
  paid_at?: string,
) =>
  client.payments.create({
    body: { order_id, method: 'bank_transfer', provider_reference: `T-${what}`, amount, paid_at },
    ...key(`payment-${what}`),
  })

async function withPromoCode(seeding: Seeding) {
  const { id } = await order(seeding, 'promo', { offer: beginners!, person: 1, promo_code: 'spring-20' })
  await paid(seeding, 'promo', id)
  await order(seeding, 'promo-waiting', { offer: drawing!, person: 2, promo_code: 'spring-20' })
}

/** One subscription has paid its first month, and the payment of another is past due. */
async function subscribed({ client, people, patiently, ...seeding }: Seeding, price_id: Id<'prc'>) {
  const start = (what: string, person: number) => {
    const user_id = people[demoPeople.length - person] as Id<'usr'>
    const body = { user_id, price_id, trial_days: 0 }
    return patiently(() => client.subscriptions.create({ body, ...key(`subscription-${what}`) }))
  }
  const { id } = await start('active', 10)
  const { data } = await client.orders.list({ query: { subscription_id: id } })
  await paid({ client, people, patiently, ...seeding }, 'subscription', data[0]!.id)
  await start('past-due', 11)
}

/** A third is paid. */
async function inParts(seeding: Seeding, price_id: Id<'prc'>) {
  const { id } = await order(seeding, 'instalments', { offer: everything!, person: 3, price_id })
  const { data } = await seeding.client.orderInstalments.list({ path: { id } })
  await paid(seeding, 'instalments', id, data[0]!.amount)
}

async function refunded(seeding: Seeding) {
  const { id } = await order(seeding, 'refunded', { offer: teacher!, person: 4 })
  const payment = await paid(seeding, 'refunded', id)
  await receiptIssued(seeding.client, payment.id)
  const body = { reason: 'Could not take part.' }
  await seeding.client.paymentRefunds.refund({ path: { id: payment.id }, body, ...key('refund') })
}

async function partRefunded(seeding: Seeding) {
  const { id } = await order(seeding, 'part-refunded', { offer: drawing!, person: 5 })
  const payment = await paid(seeding, 'part-refunded', id)
  await receiptIssued(seeding.client, payment.id)
  const body = { amount: 2000, reason: 'Lessons began late.' }
  await seeding.client.paymentRefunds.refund({ path: { id: payment.id }, body, ...key('part-refund') })
}

/** An order that expires a moment after it was made, so it is made early. */
export async function seedExpiring(seeding: Seeding) {
  const expires_at = new Date(Date.now() + 3000).toISOString()
  // A repetition needs another term, so it is another order.
  await order(seeding, `expired-${expires_at}`, { offer: evening!, person: 6, expires_at })
}

/** An old payment, whose share was paid out, and a new one, whose share is held. */
async function byPartner(seeding: Seeding, partner: { id: Id<'prt'>; code: string }) {
  const partner_code = partner.code
  const old = await order(seeding, 'partner-1', { offer: everything!, person: 7, partner_code })
  await paid(seeding, 'partner-1', old.id, undefined, '2026-01-15T10:00:00Z')
  const body = { partner_id: partner.id, currency: 'EUR', reference: 'Payout of the first order' }
  await seeding.client.partnerPayouts.create({ body, ...key('payout') })
  const { id } = await order(seeding, 'partner-2', { offer: drawing!, person: 8, partner_code })
  await paid(seeding, 'partner-2', id)
}

/** A gifted offer that waits for its code to be redeemed, and a certificate of the school. */
async function asGift(seeding: Seeding) {
  const { id } = await order(seeding, 'gift', { offer: evening!, person: 9, as_gift: true })
  await paid(seeding, 'gift', id)
  const body = {
    kind: 'money' as const,
    amount: 5000,
    currency: 'EUR',
    comment: 'Prize of the autumn raffle',
  }
  await seeding.client.gifts.create({ body, ...key('certificate') })
}

async function leftCheckout({ client, offers }: Seeding) {
  const items = [{ offer_id: offers[parcel!] as Id<'off'> }]
  const utm = { source: 'newsletter', campaign: 'autumn' }
  await client.checkouts.create({ body: { items, email: 'visitor@example.com', utm }, ...key('checkout') })
}
