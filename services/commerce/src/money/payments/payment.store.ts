import type { Id } from '@lms/contract'
import {
  column,
  missing,
  objectTable,
  type RowIn,
  storeOf,
  textArray,
  visibleByPerson,
} from '@lms/service-host'
import { paymentLifecycle } from '../../objects/payment.lifecycle.ts'
import { Payment } from '../../objects/payment.object.ts'
import { ofOrdersWithOffers } from '../../sales/order-model/order.entity.ts'
import { payments as operations } from './payment.contract.ts'

const payments = objectTable('commerce.payments', Payment, {
  hidden: {
    /** While pending: the provider's page, to which the person goes. */
    redirect_url: column.text().nullable(),
    /** The saved card that is charged, or that was saved with this payment. */
    payment_method_id: column.key<Id<'pmt'>>().nullable(),
    /** The refund that a lost dispute was. */
    dispute_refund_id: column.key<Id<'ref'>>().nullable(),
  },
  list: operations.list,
  // Those by provider are partial.
  indexes: [['order_id'], ['user_id', 'id'], ['paid_at', 'id']],
  filters: { offer_id: ofOrdersWithOffers },
  lifecycle: { of: paymentLifecycle, emits: { succeed: null, fail: null } },
  visible: visibleByPerson('commerce', 'user_id'),
})
export type PaymentRow = RowIn<typeof payments>

/** Columns that only payments through a provider have. */
type OfProvider = 'redirect_url' | 'payment_method_id' | 'dispute_refund_id'
const outside = { redirect_url: null, payment_method_id: null, dispute_refund_id: null }

export class PaymentStore extends storeOf(payments) {
  override insert(
    row: Omit<PaymentRow, 'school_id' | OfProvider> & Partial<Pick<PaymentRow, OfProvider>>,
  ): PaymentRow {
    return super.insert({ ...outside, ...row })
  }

  /** The payment of a receipt. */
  async ofReceipt(receiptId: string): Promise<PaymentRow> {
    const { rows } = await this.work.read(
      `${payments.select} and t.id = (select r.payment_id from "commerce"."receipts" r where r.school_id = $1 and r.id = $2)`,
      [this.work.school, receiptId],
    )
    return rows[0] ? this.read(rows[0]) : missing()
  }

  /**
   * The payment of a provider by its reference; null for none. Of two (the money of a dispute that was won after all is
   * a payment of its own) the one that has money left.
   */
  async ofReference(providerId: string, reference: string): Promise<PaymentRow | null> {
    const { rows } = await this.work.read(
      `${payments.select} and t.provider_id = $2 and t.provider_reference = $3
       order by t.amount > t.refunded_amount desc, t.id limit 1`,
      [this.work.school, providerId, reference],
    )
    return rows[0] ? this.read(rows[0]) : null
  }

  /**
   * The sum of an order's payments whose outcome the provider still owes. Not those that wait for a person: on the
   * provider's page, or with instructions.
   */
  async underWay(orderId: string): Promise<number> {
    const { rows } = await this.work.read(
      `select coalesce(sum(t.amount), 0) from commerce.payments t
       join commerce.payment_providers p on p.school_id = t.school_id and p.id = t.provider_id
       where t.school_id = $1 and t.order_id = $2 and t.status = 'pending' and t.redirect_url is null
         and p.kind <> 'manual'`,
      [this.work.school, orderId],
    )
    return Number(rows[0]![0])
  }

  /** The succeeded payment of an order that has most of its money left, locked; null for none. */
  async lockLargestLeft(orderId: string): Promise<PaymentRow | null> {
    const { rows } = await this.work.lock(
      `${payments.select} and t.order_id = $2 and t.status = 'succeeded'
       order by t.amount - t.refunded_amount desc, t.id limit 1 for update`,
      [this.work.school, orderId],
    )
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /** What the page of an order shows: a charge whose outcome is open, if there is one, and the last charge. */
  async lastCharges(orderId: string): Promise<PaymentRow[]> {
    // Payments by instructions wait for staff, and nobody on the page for them.
    const { rows } = await this.work.read(
      `${payments.select} and t.order_id = $2 and t.provider_id is not null and t.method = 'card'
       order by (t.status = 'pending' and t.redirect_url is null) desc, t.id desc limit 2`,
      [this.work.school, orderId],
    )
    return rows.map(row => this.read(row)).sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  /** Moves the payments of these orders to their new person. */
  moveTo(userId: string, orderIds: readonly string[]): void {
    this.work.write(
      `update "commerce"."payments" set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and order_id = any($3::text[])`,
      [this.work.school, userId, textArray(orderIds), this.work.now],
    )
  }

  /** Erases free texts about a person. */
  blankOf(userId: string): void {
    this.work.write(
      `update "commerce"."payments" set comment = '', version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2 and comment <> ''`,
      [this.work.school, userId, this.work.now],
    )
  }
}
