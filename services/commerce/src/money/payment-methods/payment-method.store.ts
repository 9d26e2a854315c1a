import { column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import type { SchoolMode } from '../../settings/commerce-settings.ts'
import { PaymentMethod } from './payment-method.contract.ts'

const methods = objectTable('commerce.payment_methods', PaymentMethod, {
  // A saved card without its reference counts as gone: payments still name it.
  archive: { without: { sealed: '' } },
  hidden: {
    /** The provider's reference, encrypted. */
    sealed: column.text(),
  },
  indexes: [['user_id', 'id'], ['provider_id']],
  acrossSchools: [['id']],
})
export type PaymentMethodRow = RowIn<typeof methods>

export class PaymentMethodStore extends storeOf(methods) {
  /** Cards that this work saves, and could not read before its end. */
  readonly #saved = new Map<string, PaymentMethodRow>()

  override insert(row: Omit<PaymentMethodRow, 'school_id'>): PaymentMethodRow {
    const saved = super.insert(row)
    this.#saved.set(saved.id, saved)
    return saved
  }

  override async find(id: string): Promise<PaymentMethodRow | null> {
    return this.#saved.get(id) ?? super.find(id)
  }

  /** The card that a person has saved last with a connection of this mode; null without one. */
  async latestOf(userId: string, mode: SchoolMode): Promise<PaymentMethodRow | null> {
    const { rows } = await this.work.read(
      `${methods.select} and t.user_id = $2 and exists (select from commerce.payment_providers p
         where p.school_id = t.school_id and p.id = t.provider_id and p.mode = $3)
       order by t.id desc limit 1`,
      [this.work.school, userId, mode],
    )
    return rows[0] ? this.read(rows[0]) : null
  }

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
