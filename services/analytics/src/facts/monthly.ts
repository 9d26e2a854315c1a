// What a subscription is worth a month. Pure.
import type { Order, Subscription } from '@lms/commerce/contract'
import { type Fact, fact } from './fact.ts'

/** What a subscription has been worth since a time, as commerce keeps it. */
interface Value {
  readonly at: string
  readonly value: number
  readonly interval: Subscription['interval']
  readonly offer_id: string
  readonly order_id: string | null
}
export type Valued = Pick<Subscription, 'id' | 'user_id' | 'currency' | 'country' | 'test'> & {
  readonly value_history: readonly Value[]
}

/** Days of a month on average: 365.25 / 12. */
const daysOfMonth = 30.4375

/** The share of a month in the price of a period, rounded to the minor unit. */
export const monthlyOf = (value: number, { unit, count }: Value['interval']): number =>
  Math.round(unit === 'day' ? (value * daysOfMonth) / count : value / (unit === 'month' ? count : 12 * count))

/** The value without the tax that it includes. */
function withoutTax(value: number, subscriptionId: string, order: Pick<Order, 'items'> | undefined): number {
  const tax = order?.items.find(({ subscription_id }) => subscription_id === subscriptionId)?.tax
  return tax?.included ? value - Math.round((value * tax.basis_points) / (10_000 + tax.basis_points)) : value
}

/** From which time on it is worth how much a month: `amount`, without taxes. Test subscriptions are worth nothing. */
export function recurringFacts(row: Valued, orders: ReadonlyMap<string, unknown>): Fact[] {
  if (row.test) return []
  const { user_id, currency } = row
  return row.value_history.map(({ at, value, interval, offer_id, order_id }, index) => {
    const order = order_id === null ? undefined : (orders.get(order_id) as Pick<Order, 'items'> | undefined)
    const amount = monthlyOf(withoutTax(value, row.id, order), interval)
    const place = String(index).padStart(4, '0')
    const country = row.country ?? ''
    return fact({ kind: 'recurring', place, at, user_id, amount, currency, offer_id, country })
  })
}
