// What is due now: of a price, when somebody orders it, and of an order. Every door asks here: API, checkout, page of an
// offer, preview, payment link. Pure.
import type { Price } from '../../catalog/offers/price.contract.ts'
import { dueOf, retainedOf } from '../../objects/balance.ts'
import type { Instalment, Order } from '../../objects/order.object.ts'

type Terms = Pick<
  Price,
  'amount' | 'interval' | 'trial_days' | 'instalments' | 'early_amount' | 'early_starts_at' | 'early_ends_at'
>

/** How a price begins. */
export interface FirstTerms {
  /** What one costs. */
  unit_amount: number
  /** The free days that it begins with; null for none. */
  trial_days: number | null
  /** The parts in which it is paid; null for at once. */
  plan: Price['instalments']
}

/** What somebody gets who orders a price now: free days, else the early price, else the price, perhaps in parts. */
export function firstTerms(price: Terms, now: string): FirstTerms {
  const { interval, trial_days, instalments: plan } = price
  if (interval !== null && trial_days !== null) return { unit_amount: 0, trial_days, plan }
  return { unit_amount: amountNow(price, now), trial_days: null, plan }
}

/** The price of one at this time: the early price from its beginning, if it has one, until before its end. */
export function amountNow(price: Terms, now: string): number {
  const { amount, early_amount, early_starts_at, early_ends_at } = price
  const early = (early_starts_at ?? '') <= now && now < (early_ends_at ?? '')
  return early_amount !== null && early ? early_amount : amount
}

/** What is to be paid of an order at this time, and the time that this part has, if that is still to come. */
export interface DueNow {
  amount: number
  due_at: string | null
}

export type Owed = Pick<Order, 'status' | 'amount' | 'paid_amount' | 'refunded_amount'> & {
  instalments: readonly Instalment[] | null
}

/** All that is due of an order, or of its instalments those that are due by now; without one of these the next. */
export function dueNow(order: Owed, now: string): DueNow {
  const due = dueOf(order)
  if (!order.instalments || due === 0) return { amount: due, due_at: null }
  const open = openParts(order)
  const present = open.filter(({ due_at }) => due_at <= now)
  if (present.length) return { amount: present.reduce((sum, { amount }) => sum + amount, 0), due_at: null }
  return open[0] ?? { amount: due, due_at: null }
}

/** What is left of each instalment that is not paid. */
export function openParts(order: Owed): Instalment[] {
  let remaining = retainedOf(order)
  return (order.instalments ?? []).flatMap(({ amount, due_at }) => {
    const paid = Math.min(amount, remaining)
    remaining -= paid
    return paid < amount ? [{ amount: amount - paid, due_at }] : []
  })
}

/** The same of an order that is not made yet. */
export const dueAtOnce = (
  { amount, instalments }: { amount: number; instalments: readonly Instalment[] | null },
  now: string,
): number =>
  dueNow({ status: 'waiting_payment', amount, paid_amount: 0, refunded_amount: 0, instalments }, now).amount
