import { byId, column, objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import { onSale } from './offer.store.ts'
import { Price } from './price.contract.ts'

const prices = objectTable('commerce.prices', Price, {
  indexes: [['offer_id', 'created_at', 'id']],
  hidden: { sold: column.boolean() },
  visible: onSale,
  lifecycle: null,
})
export type PriceRow = RowIn<typeof prices>

export class PriceStore extends storeOf(prices) {
  /**
   * Marks the prices of an order as sold, so that nobody changes them any more, and gives them as they are now. Locks
   * those that are sold for the first time; the others cannot change.
   */
  async sell(selectedPrices: readonly PriceRow[]): Promise<PriceRow[]> {
    const unsold = selectedPrices.filter(({ sold }) => !sold).map(({ id }) => id)
    if (unsold.length === 0) return [...selectedPrices]
    const keys = [this.work.school, textArray(unsold)]
    const { rows } = await this.work.lock(
      `${prices.select} and t.id = any($2::text[]) order by t.id for update`,
      keys,
    )
    this.work.write(
      `update "commerce"."prices" set sold = true where school_id = $1 and id = any($2::text[])`,
      keys,
    )
    const locked = byId(rows.map(fields => this.read(fields)))
    return selectedPrices.flatMap(price => (price.sold ? price : (locked.get(price.id) ?? [])))
  }

  /** The active prices of an offer, the earliest first, at most this many. */
  async activeOf(offerId: string, most: number): Promise<PriceRow[]> {
    const { rows } = await this.work.read(
      `${prices.select} and t.offer_id = $2 and t.status = 'active' order by t.created_at, t.id limit $3`,
      [this.work.school, offerId, String(most)],
    )
    return rows.map(row => this.read(row))
  }

  /** Deletes all prices of an offer. */
  removeOf(offerId: string): void {
    this.work.write(`delete from "commerce"."prices" where school_id = $1 and offer_id = $2`, [
      this.work.school,
      offerId,
    ])
  }
}
