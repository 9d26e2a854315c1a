// Runs the consequences of money, all of a kind at once: their reads share round trips.
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { OrderRow } from '../orders/order.store.ts'
import type { RefundConsequences } from '../refunds/refund.contract.ts'
import type { Consequence, Failed, Paid, Refunded, RefundPlan } from './consequence.ts'

let consequences: readonly Consequence[] = []

/**
 * Sets the consequences, when the service is put together. This file does not import them, because some of them receive
 * money or close orders themselves.
 */
export function followMoneyBy(all: readonly Consequence[]): void {
  consequences = all
}

export async function afterPayment(paid: Paid, at: Work, stores: Stores): Promise<void> {
  await Promise.all(consequences.map(each => each.paid?.(paid, at, stores)))
}

export async function afterFailure(failed: Failed, at: Work, stores: Stores): Promise<void> {
  await Promise.all(consequences.map(each => each.failed?.(failed, at, stores)))
}

export async function afterClosing(
  order: OrderRow,
  how: 'canceled' | 'expired',
  at: Work,
  stores: Stores,
): Promise<void> {
  await Promise.all(consequences.map(each => each.closed?.(order, how, at, stores)))
}

/** How much of an order's money has paid for something else. */
export async function spentOf(order: OrderRow, stores: Stores): Promise<number> {
  const parts = await Promise.all(consequences.map(each => each.spent?.(order, stores) ?? 0))
  return parts.reduce((sum, part) => sum + part, 0)
}

/** What the consequences of a refund would be, each with its part. */
export async function plannedFor(plan: RefundPlan, stores: Stores): Promise<Partial<RefundConsequences>> {
  const parts = await Promise.all(consequences.map(each => each.planRefund?.(plan, stores)))
  return Object.assign({}, ...parts)
}

export async function afterRefund(refunded: Refunded, at: Work, stores: Stores): Promise<void> {
  await Promise.all(consequences.map(each => each.refunded?.(refunded, at, stores)))
}
