import { column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { PaymentMethod } from './payment-method.contract.ts'

const methods = objectTable('commerce.payment_methods', PaymentMethod, {
  hidden: {
    /** The provider's reference, encrypted. */
    sealed: column.text(),
  },
  indexes: [['user_id', 'id'], ['provider_id']],
  acrossSchools: [['id']],
})
export type PaymentMethodRow = RowIn<typeof methods>

export class PaymentMethodStore extends storeOf(methods) {
  /** Moves the saved cards of a person to another one. */
  moveTo(into: string, from: string): void {
    this.work.write(
      `update commerce.payment_methods set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $3`,
      [this.work.school, into, from, this.work.now],
    )
  }

  /** Deletes the saved cards of a person. */
  removeOf(userId: string): void {
    this.work.write(`delete from commerce.payment_methods where school_id = $1 and user_id = $2`, [
      this.work.school,
      userId,
    ])
  }
}
