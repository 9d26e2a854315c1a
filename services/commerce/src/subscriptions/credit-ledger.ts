// What has become of an order's money that paid for subscriptions: credit that is there, credit that was used, credit that a
// refund under way will take.
import type { Stores } from '../builder.ts'
import { sumOf } from '../money/amounts/money.ts'
import type { RefundConsequences } from '../money/refund-model/refund.contract.ts'
import type { OrderRow } from '../sales/order-model/order.store.ts'
import type { Ledger } from './credit.ts'
import type { SubscriptionRow } from './subscription.store.ts'

/** The credit of a subscription, locked, that refunds under way will take: a period is not paid with it. */
export const reservedCreditOf = async (
  { id, user_id, credit_amount }: SubscriptionRow,
  { refunds }: Stores,
): Promise<number> => (credit_amount === 0 ? 0 : refunds.heldCredit(id, user_id))

/**
 * The subscriptions that an order has paid for, and what has become of its money. In a transaction those with credit are
 * locked, so that nothing is paid with it meanwhile. Credit that an open order takes up is used.
 */
export async function ledgerOf(
  { id, items, paid_amount: paid, refunded_amount }: OrderRow,
  pending: number,
  { subscriptions: store }: Stores,
): Promise<{ subscriptions: SubscriptionRow[]; ledger: Ledger }> {
  const ids = items.flatMap(({ subscription_id }) => subscription_id ?? [])
  const subscriptions = await store.heldMany(ids)
  const [credited, used] = await Promise.all([store.creditedOf(ids, id), store.creditInUse(subscriptions)])
  const free = subscriptions.map(each => {
    const credit_amount = Math.max(0, each.credit_amount - (used.get(each.id) ?? 0))
    return { ...each, credit_amount }
  })
  const credit = sumOf(free.map(({ credit_amount }) => credit_amount))
  return { subscriptions: free, ledger: { paid, refunded: refunded_amount + pending, credited, credit } }
}

/** An amount of credit, taken from one subscription after the other. */
export function creditsToUse(
  subscriptions: readonly SubscriptionRow[],
  requestedAmount: number,
): RefundConsequences['credits'] {
  let rest = requestedAmount
  return subscriptions.flatMap(({ id, credit_amount }) => {
    const amount = Math.min(rest, credit_amount)
    rest -= amount
    return amount > 0 ? [{ subscription_id: id, amount, left_amount: credit_amount - amount }] : []
  })
}
