import { type Condition, column, objectTable, ownRows, type RowIn, storeOf } from '@lms/service-host'
import type { GiftDelivery } from '../order-model/gift-delivery.ts'
import { Gift, gifts as operations } from './gift.contract.ts'
import { type GrantedOffer, giftMoves } from './gift.rules.ts'

const gifts = objectTable('commerce.gifts', Gift, {
  list: operations.list,
  // The code itself is stored nowhere.
  computed: ['code'],
  hidden: {
    code_hash: column.key(),
    given: column.json<GrantedOffer>().nullable(),
    delivery: column.json<GiftDelivery>().nullable(),
  },
  unique: [{ of: ['code_hash'] }],
  indexes: [
    ['user_id', 'created_at', 'id'],
    ['redeemer_user_id', 'created_at', 'id'],
    ['order_id', 'status'],
    ['redeemed_order_id'],
    ['offer_id', 'id'],
  ],
  lifecycle: giftMoves,
  visible: ownRows({ student: 'user_id' }),
})
export type GiftRow = RowIn<typeof gifts>

export class GiftStore extends storeOf(gifts) {
  /** Issued gifts that still wait; those that were bought grow with the orders. */
  protected override get counted(): Condition {
    return { sql: `t.order_id is null and t.status = 'active'`, values: [] }
  }

  /** The gift with a code; null if the school has none. */
  async byCode(codeHash: string): Promise<GiftRow | null> {
    const { rows } = await this.work.read(`${gifts.select} and t.code_hash = $2`, [
      this.work.school,
      codeHash,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The gifts that an order bought. In a transaction they are locked: what is planned with them then happens. */
  ofOrder(orderId: string): Promise<GiftRow[]> {
    return this.#inTransactionLocked('order_id', orderId)
  }

  /** The certificate of a payment, in the same way; null if there is none. */
  async ofPayment(giftId: string): Promise<GiftRow | null> {
    return (await this.#inTransactionLocked('id', giftId))[0] ?? null
  }

  async #inTransactionLocked(column: 'id' | 'order_id', value: string): Promise<GiftRow[]> {
    const text = `${gifts.select} and t."${column}" = $2 order by t.id`
    const parameters = [this.work.school, value]
    const { rows } = this.work.hasTransaction
      ? await this.work.lock(`${text} for update`, parameters)
      : await this.work.read(text, parameters)
    return rows.map(row => this.read(row))
  }

  /** Whether the offer is still here; then it is not deleted until the end of the work, and then the gift keeps it. */
  async keepOffer(offerId: string): Promise<boolean> {
    const { rows } = await this.work.lock(
      `select 1 from "commerce"."offers" where school_id = $1 and id = $2 for key share`,
      [this.work.school, offerId],
    )
    return rows.length > 0
  }

  /** Gives a person's gifts to another person. */
  moveTo(column: 'user_id' | 'redeemer_user_id', from: string, into: string): void {
    this.work.write(
      `update "commerce"."gifts" set "${column}" = $3, version = version + 1, updated_at = $4
       where school_id = $1 and "${column}" = $2`,
      [this.work.school, from, into, this.work.now],
    )
  }

  /** Erases free texts about a person. */
  blankOf(userId: string): void {
    this.work.write(
      `update "commerce"."gifts" set comment = '', delivery = null, version = version + 1, updated_at = $3
       where school_id = $1 and (user_id = $2 or redeemer_user_id = $2) and (comment <> '' or delivery is not null)`,
      [this.work.school, userId, this.work.now],
    )
  }
}
