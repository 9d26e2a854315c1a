import { objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import { Payment } from './payment.contract.ts'
import { paymentLifecycle } from './payment.lifecycle.ts'

const payments = objectTable('commerce.payments', Payment, {
  indexes: [['order_id'], ['user_id', 'id']],
  lifecycle: { of: paymentLifecycle, emits: { succeed: null, fail: null } },
})
export type PaymentRow = RowIn<typeof payments>

export class PaymentStore extends storeOf(payments) {
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
