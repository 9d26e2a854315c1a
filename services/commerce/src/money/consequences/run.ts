// Runs the consequences of money, all of a kind at once: their reads share round trips.
import type { Work } from '@lms/service-host'
import type { OrderRow } from '../../sales/order-model/order.store.ts'
import type { RefundConsequences } from '../refund-model/refund.contract.ts'
import type {
  BroughtGift,
  CardSaved,
  ComingCharge,
  Consequence,
  Failed,
  Paid,
  PlanChanged,
  Refunded,
  RefundPlan,
  Reversed,
} from './consequence.ts'

/**
 * The consequences among the stores of the service, because some of them receive money or close orders themselves. The
 * builder declares them; the service gives its list when it is built.
 */
export class Consequences {
  protected get all(): readonly Consequence<unknown>[] {
    throw new Error('The service was built without its list of consequences.')
  }

  /** An order as its payment completes it, with what it starts. */
  async completed(order: OrderRow, paidAt: string, stores: unknown): Promise<OrderRow> {
    let completed = order
    for (const { completing } of this.all)
      if (completing) completed = await completing(completed, paidAt, stores)
    return completed
  }

  async afterPayment(paid: Paid, ctx: Work, stores: unknown): Promise<void> {
    await Promise.all(this.all.map(each => each.paid?.(paid, ctx, stores)))
  }

  async afterFailure(failed: Failed, ctx: Work, stores: unknown): Promise<void> {
    await Promise.all(this.all.map(each => each.failed?.(failed, ctx, stores)))
  }

  async afterClosing(
    order: OrderRow,
    how: 'canceled' | 'expired',
    ctx: Work,
    stores: unknown,
  ): Promise<void> {
    await Promise.all(this.all.map(each => each.closed?.(order, how, ctx, stores)))
  }

  /** How much of an order's money has paid for something else. */
  async spentOf(order: OrderRow, stores: unknown): Promise<number> {
    const parts = await Promise.all(this.all.map(each => each.spent?.(order, stores) ?? 0))
    return parts.reduce((sum, part) => sum + part, 0)
  }

  /** The charges to come of what a paid order has started, and no saved card would pay. */
  async uncarded(order: OrderRow, ctx: Work, stores: unknown): Promise<ComingCharge[]> {
    if (order.status !== 'paid') return []
    return (await Promise.all(this.all.map(each => each.uncarded?.(order, ctx, stores) ?? []))).flat()
  }

  /** The gifts of a paid order that wait for their receivers. */
  async giftsOf(order: OrderRow, ctx: Pick<Work, 'runtime'>, stores: unknown): Promise<BroughtGift[]> {
    if (order.status !== 'paid') return []
    return (await Promise.all(this.all.map(each => each.gifts?.(order, ctx, stores) ?? []))).flat()
  }

  async afterCardSaved(saved: CardSaved, ctx: Work, stores: unknown): Promise<void> {
    await Promise.all(this.all.map(each => each.cardSaved?.(saved, ctx, stores)))
  }

  async afterPlanChange(changed: PlanChanged, ctx: Work, stores: unknown): Promise<void> {
    await Promise.all(this.all.map(each => each.planChanged?.(changed, ctx, stores)))
  }

  /** What the consequences of a refund would be, each with its part. */
  async plannedFor(plan: RefundPlan, stores: unknown): Promise<Partial<RefundConsequences>> {
    const parts = await Promise.all(this.all.map(each => each.planRefund?.(plan, stores)))
    return Object.assign({}, ...parts)
  }

  async afterRefund(refunded: Refunded, ctx: Work, stores: unknown): Promise<void> {
    await Promise.all(this.all.map(each => each.refunded?.(refunded, ctx, stores)))
  }

  async afterReversal(reversed: Reversed, ctx: Work, stores: unknown): Promise<void> {
    await Promise.all(this.all.map(each => each.reversed?.(reversed, ctx, stores)))
  }
}

/** The consequences of this list. */
export const consequencesOf = <S>(list: readonly Consequence<S>[]): typeof Consequences =>
  class extends Consequences {
    protected override get all(): readonly Consequence<unknown>[] {
      return list
    }
  }
