import { objectTable, storeOf, textArray } from '@lms/service-host'
import { Payment } from './payment.contract.ts'
import { paymentLifecycle } from './payment.lifecycle.ts'

const payments = objectTable('commerce.payments', Payment, {
  indexes: [['order_id']],
  lifecycle: { of: paymentLifecycle, emits: {} },
})

export class PaymentStore extends storeOf(payments) {
  /** Moves the payments of these orders to their new person. */
  moveTo(userId: string, orderIds: readonly string[]): void {
    this.work.write(
      `update "commerce"."payments" set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and order_id = any($3::text[])`,
      [this.work.school, userId, textArray(orderIds), this.work.now],
    )
  }

  /** The number of payments for the orders of a person. */
  async countOf(userId: string): Promise<number> {
    const { rows } = await this.work.read(
      `select count(*) from "commerce"."orders" o join "commerce"."payments" p
       on p.school_id = o.school_id and p.order_id = o.id where o.school_id = $1 and o.user_id = $2`,
      [this.work.school, userId],
    )
    return Number(rows[0]![0])
  }
}
