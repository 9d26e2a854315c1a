import { objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import { Refund } from './refund.contract.ts'
import { refundLifecycle } from './refund.lifecycle.ts'

const refunds = objectTable('commerce.refunds', Refund, {
  indexes: [['payment_id'], ['order_id'], ['user_id', 'id']],
  lifecycle: { of: refundLifecycle, emits: { succeed: null, fail: null } },
})
export type RefundRow = RowIn<typeof refunds>

export class RefundStore extends storeOf(refunds) {
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
