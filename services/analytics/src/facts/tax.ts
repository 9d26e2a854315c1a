// The tax in what was paid or returned, offer by offer.
import type { Shared } from './split.ts'

const weightOf = ({ amount, discount_amount, tax }: Shared): bigint =>
  BigInt(Math.max(0, amount - discount_amount + (tax && !tax.included ? tax.amount : 0)))

/**
 * The tax in a part of the money of an order that is of this offer, whether prices include taxes or not: the same share of it
 * as of what the offer costs, rounded down.
 */
export function taxIn(part: number, offerId: string, items: readonly Shared[]): number {
  const own = items.filter(({ offer_id }) => offer_id === offerId)
  const weight = own.reduce((sum, item) => sum + weightOf(item), 0n)
  const tax = own.reduce((sum, item) => sum + BigInt(item.tax?.amount ?? 0), 0n)
  return weight === 0n ? 0 : Number((BigInt(part) * tax) / weight)
}
