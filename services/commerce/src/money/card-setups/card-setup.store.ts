import { column, enqueue, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { CardSetup, cardSetupLifecycle } from './card-setup.contract.ts'
import { forgetCardSetup, keptDays } from './set-up.task.ts'

const setups = objectTable('commerce.card_setups', CardSetup, {
  hidden: {
    provider_reference: column.text().nullable(),
    /** While pending: the provider's page, to which the person goes. */
    redirect_url: column.text().nullable(),
  },
  indexes: [
    ['order_id', 'id'],
    ['user_id', 'id'],
    ['provider_id', 'provider_reference'],
  ],
  lifecycle: { of: cardSetupLifecycle, emits: { succeed: null, fail: null } },
})
export type CardSetupRow = RowIn<typeof setups>

const dayMs = 86_400_000

export class CardSetupStore extends storeOf(setups) {
  override insert(row: Omit<CardSetupRow, 'school_id'>): CardSetupRow {
    const at = new Date(Date.parse(row.created_at) + keptDays * dayMs)
    enqueue(this.work, forgetCardSetup, { setup_id: row.id }, { at, key: row.id })
    return super.insert(row)
  }

  /** The attempt with a provider by the provider's reference; null for none. */
  async ofReference(providerId: string, reference: string): Promise<CardSetupRow | null> {
    const { rows } = await this.work.read(
      `${setups.select} and t.provider_id = $2 and t.provider_reference = $3 limit 1`,
      [this.work.school, providerId, reference],
    )
    return rows[0] ? this.read(rows[0]) : null
  }

  /** What the page of an order shows: an attempt whose outcome is open, if there is one, and the last one. */
  async lastOf(orderId: string): Promise<CardSetupRow[]> {
    const { rows } = await this.work.read(
      `${setups.select} and t.order_id = $2
       order by (t.status = 'pending' and t.redirect_url is null) desc, t.id desc limit 2`,
      [this.work.school, orderId],
    )
    return rows.map(row => this.read(row)).sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  /** Moves the attempts of a person to another one. */
  moveTo(into: string, from: string): void {
    this.work.write(
      `update commerce.card_setups set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $3`,
      [this.work.school, into, from, this.work.now],
    )
  }

  /** Deletes the attempts of a person. */
  removeOf(userId: string): void {
    this.work.write(`delete from commerce.card_setups where school_id = $1 and user_id = $2`, [
      this.work.school,
      userId,
    ])
  }
}
