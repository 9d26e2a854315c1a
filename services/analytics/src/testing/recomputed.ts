// The figures of a made school from the lists of the API, written apart from the code that counts them, as their definitions
// say (docs/guides/figures-of-money.md).
import type { Order, Payment, Refund, Subscription } from '@lms/commerce/contract'
import type { MadeSchool } from './made-school.ts'

type Row = Record<string, number>
/** Rows of figures by their dimensions. */
export type Table = Map<string, Row>

export const add = (table: Table, key: string, name: string, amount: number) => {
  const row = table.get(key) ?? {}
  row[name] = (row[name] ?? 0) + amount
  table.set(key, row)
}

/** The day of a moment in a zone. */
export const dayIn = (zone: string) => (moment: string | number) =>
  new Date(moment).toLocaleDateString('sv-SE', { timeZone: zone })

/** What happened to money: each payment and refund with what it says of itself and its person. */
export interface Moved {
  day: string
  month: string
  currency: string
  method: string
  partner: string
  promo: string
  country: string
  person: string
  /** Positive where money came, negative where it went. */
  sign: 1 | -1
  amount: number
  tax: number
  fee: number
  at: string
  /** When the payment came. */
  paid_at: string
  id: string
}

export async function movedMoney({ all }: MadeSchool, zone: string): Promise<Moved[]> {
  const [orders, payments, refunds] = await Promise.all([
    all<Order>('/v1/orders?limit=1000'),
    all<Payment>('/v1/payments?limit=1000'),
    all<Refund>('/v1/refunds?limit=1000'),
  ])
  const dayOf = dayIn(zone)
  const moved = (
    id: string,
    of: Payment,
    at: string,
    { sign, amount, fee }: Pick<Moved, 'sign' | 'amount' | 'fee'>,
  ) => {
    const order = orders.find(each => each.id === of.order_id)!
    // Orders of this school have one item.
    const [item] = order.items
    const price =
      item!.amount - item!.discount_amount + (item!.tax && !item!.tax.included ? item!.tax.amount : 0)
    return {
      ...{ id, at, paid_at: of.paid_at!, sign, amount, fee, day: dayOf(at), month: dayOf(at).slice(0, 7) },
      currency: of.currency,
      method: of.method,
      partner: order.partner_id ?? '',
      promo: order.discount?.promo_code_id ?? '',
      country: order.country ?? '',
      person: of.user_id,
      tax: price === 0 ? 0 : Math.floor((amount * (item!.tax?.amount ?? 0)) / price),
    }
  }
  const isMoney = ({ status, test, method }: Payment) =>
    status === 'succeeded' && !test && method !== 'certificate' && method !== 'none'
  const came = payments
    .filter(isMoney)
    .map(each =>
      moved(each.id, each, each.paid_at!, { sign: 1, amount: each.amount, fee: each.fee_amount ?? 0 }),
    )
  const went = refunds.flatMap(each => {
    const payment = payments.find(({ id }) => id === each.payment_id)!
    return each.status === 'succeeded' && isMoney(payment)
      ? [moved(each.id, payment, each.refunded_at!, { sign: -1, amount: each.amount, fee: 0 })]
      : []
  })
  return [...came, ...went]
}

/** The first payment of each person. */
export function firstPayments(moved: readonly Moved[]): Map<string, Moved> {
  const firsts = new Map<string, Moved>()
  for (const each of moved.filter(({ sign }) => sign === 1)) {
    const first = firsts.get(each.person)
    const earlier = !first || each.at < first.at || (each.at === first.at && each.id < first.id)
    if (earlier) firsts.set(each.person, each)
  }
  return firsts
}

/** The source of a person's first visit, and of the last one up to a moment, or of the first one after it. */
export function sourcesOf({ visits }: MadeSchool, person: string, moment: string) {
  const own = visits.filter(each => each.person === person)
  const before = own.filter(({ at }) => at <= Date.parse(moment))
  const first = own[0]?.source ?? ''
  return { first, last: before.at(-1)?.source ?? first }
}

/** Traffic of a period by source: people by their first or last visit, and what they paid and got back. */
export async function trafficOf(school: MadeSchool, touch: 'first' | 'last', { from, to, zone }: Days) {
  const dayOf = dayIn(zone)
  const isIn = (day: string) => day >= from && day < to
  const table: Table = new Map()
  for (const own of Map.groupBy(school.visits, ({ person }) => person).values()) {
    const visit = own.at(touch === 'first' ? 0 : -1)!
    if (isIn(dayOf(visit.at))) add(table, visit.source, 'people', 1)
  }
  for (const each of (await movedMoney(school, zone)).filter(({ day }) => isIn(day))) {
    const source = sourcesOf(school, each.person, each.paid_at)[touch]
    add(table, source, `${each.sign === 1 ? 'turnover' : 'refunds'} ${each.currency}`, each.amount)
  }
  return table
}

interface Days {
  from: string
  to: string
  zone: string
}

/** What each subscription was worth a month, whenever somebody looked. */
export function watchWorth({ all }: MadeSchool, now: () => number) {
  const seen: { at: number; id: string; person: string; currency: string; worth: number }[] = []
  const last = new Map<string, number>()
  const look = async () => {
    const [subscriptions, orders] = await Promise.all([
      all<Subscription>('/v1/subscriptions?limit=1000'),
      all<Order>('/v1/orders?limit=1000'),
    ])
    for (const { id, status, order_id, interval, user_id, currency, test } of subscriptions) {
      const item = orders.find(order => order.id === order_id)?.items[0]
      let worth = 0
      if (status === 'active' && !test && item) {
        // Only credit is deducted from periods here, and credit is money that was paid for them.
        const price = item.amount
        const net = item.tax?.included ? price - Math.round((price * 1900) / 11_900) : price
        const months = { day: 30.4375, month: 1, year: 1 / 12 }[interval.unit] / interval.count
        worth = Math.round(net * months)
      }
      if (worth !== (last.get(id) ?? 0)) seen.push({ at: now(), id, person: user_id, currency, worth })
      last.set(id, worth)
    }
  }
  return { seen, look }
}

/** How the recurring revenue of people in a currency changed on each day; at one moment in the order of subscriptions. */
export function movements(seen: ReturnType<typeof watchWorth>['seen'], zone: string): Table {
  const table: Table = new Map()
  const dayOf = dayIn(zone)
  const worth = new Map<string, number>()
  const ofOne = new Map<string, number>()
  const ever = new Set<string>()
  const inOrder = seen.toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
  for (const { at, id, person, currency, worth: own } of inOrder) {
    const key = `${dayOf(at)} ${currency}`
    const who = `${person} ${currency}`
    const before = worth.get(who) ?? 0
    const now = before + own - (ofOne.get(id) ?? 0)
    ofOne.set(id, own)
    if (before === 0) {
      add(table, key, ever.has(who) ? 'mrr_reactivation' : 'mrr_new', now)
      add(table, key, ever.has(who) ? 'subscribers_reactivated' : 'subscribers_new', 1)
    } else if (now === 0) {
      add(table, key, 'mrr_churn', before)
      add(table, key, 'subscribers_churned', 1)
    } else add(table, key, now > before ? 'mrr_expansion' : 'mrr_contraction', Math.abs(now - before))
    worth.set(who, now)
    ever.add(who)
  }
  return table
}
