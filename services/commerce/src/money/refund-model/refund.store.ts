import { objectTable, type RowIn, storeOf, textArray, visibleByPerson } from '@lms/service-host'
import { ofOrdersWithOffers } from '../../sales/order-model/order.entity.ts'
import { refunds as operations, Refund } from './refund.contract.ts'
import { refundLifecycle } from './refund.lifecycle.ts'

const refunds = objectTable('commerce.refunds', Refund, {
  list: operations.list,
  indexes: [['payment_id'], ['order_id'], ['user_id', 'id'], ['refunded_at', 'id']],
  lifecycle: { of: refundLifecycle, emits: { succeed: null, fail: null } },
  visible: visibleByPerson('commerce', 'user_id'),
  filters: {
    offer_id: ofOrdersWithOffers,
    payment_method: values => ({
      sql: `exists (select from "commerce"."payments" p where p.school_id = t.school_id and p.id = t.payment_id
        and p.method = any($::text[]))`,
      values: [textArray(values)],
    }),
    returned_twice: values => ({
      sql: `(t.excess_amount > 0) = any($::boolean[])`,
      values: [textArray(values)],
    }),
  },
})
export type RefundRow = RowIn<typeof refunds>

export class RefundStore extends storeOf(refunds) {
  /** The sums of the refunds that are under way: of a payment, and of its order. */
  async pendingOf(paymentId: string): Promise<{ payment: number; order: number }> {
    const { rows } = await this.work.read(
      `select coalesce(sum(amount) filter (where payment_id = $2), 0), coalesce(sum(amount), 0)
       from "commerce"."refunds" where school_id = $1 and status = 'pending'
         and order_id = (select p.order_id from "commerce"."payments" p where p.school_id = $1 and p.id = $2)`,
      [this.work.school, paymentId],
    )
    const [payment, order] = rows[0]!
    return { payment: Number(payment), order: Number(order) }
  }

  /** The sum of an order's refunds that are under way. */
  async pendingOfOrder(orderId: string): Promise<number> {
    const { rows } = await this.work.read(
      `select coalesce(sum(amount), 0) from "commerce"."refunds"
       where school_id = $1 and order_id = $2 and status = 'pending'`,
      [this.work.school, orderId],
    )
    return Number(rows[0]![0])
  }

  /** The credit of a subscription of a person that refunds under way will take. */
  async heldCredit(subscriptionId: string, userId: string): Promise<number> {
    const { rows } = await this.work.read(
      `select coalesce(sum((credit->>'amount')::bigint), 0)
       from "commerce"."refunds" r, jsonb_array_elements(r.consequences->'credits') credit
       where r.school_id = $1 and r.user_id = $3 and r.status = 'pending' and credit->>'subscription_id' = $2`,
      [this.work.school, subscriptionId, userId],
    )
    return Number(rows[0]![0])
  }

  /**
   * Locks the refund that a provider reports under this reference, or else one that staff have recorded by hand. That of a
   * lost dispute has no reference, and is none of them.
   */
  async lockReported(paymentId: string, reference: string, amount: number): Promise<RefundRow | null> {
    const { rows } = await this.work.lock(
      `${refunds.select} and t.payment_id = $2
         and (t.provider_reference = $3
           or (t.provider_reference is null and t.status = 'succeeded' and t.amount = $4
             and t.id is distinct from (select p.dispute_refund_id from "commerce"."payments" p
               where p.school_id = $1 and p.id = $2)))
       order by t.provider_reference is null, t.id limit 1 for update`,
      [this.work.school, paymentId, reference, String(amount)],
    )
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /** Moves the refunds of these orders to their new person. */
  moveTo(userId: string, orderIds: readonly string[]): void {
    this.work.write(
      `update "commerce"."refunds" set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and order_id = any($3::text[])`,
      [this.work.school, userId, textArray(orderIds), this.work.now],
    )
  }

  /** Erases free texts about a person. */
  blankOf(userId: string): void {
    this.work.write(
      `update "commerce"."refunds" set reason = '', version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2 and reason <> ''`,
      [this.work.school, userId, this.work.now],
    )
  }
}
