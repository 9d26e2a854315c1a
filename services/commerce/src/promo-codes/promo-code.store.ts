import { type RefusalDetail, Refused } from '@lms/contract'
import { listContains, objectTable, storeOf, textArray } from '@lms/service-host'
import { refusals as offerRefusals } from '../offers/offer.contract.ts'
import { PromoCode, promoCodes, refusals } from './promo-code.contract.ts'

const codes = objectTable('commerce.promo_codes', PromoCode, {
  list: promoCodes.list,
  unique: [{ of: ['code'], refusal: refusals.promo_code_taken }],
  filters: { offer_id: listContains('offer_ids'), group_id: listContains('group_ids') },
})

export class PromoCodeStore extends storeOf(codes) {
  /**
   * Refuses references to offers that the school does not have; the others cannot be deleted until the end of the work.
   */
  async checkOffers({ offer_ids = [], gift_offer_id = null }: Partial<PromoCode>): Promise<void> {
    const places = offer_ids.map((id, index) => ({ path: `body.offer_ids.${index}`, id }))
    if (gift_offer_id !== null) places.push({ path: 'body.gift_offer_id', id: gift_offer_id })
    if (places.length === 0) return
    const { rows } = await this.work.lock(
      `select id from "commerce"."offers" where school_id = $1 and id = any($2::text[]) order by id for key share`,
      [this.work.school, textArray(places.map(({ id }) => id))],
    )
    const present = new Set(rows.map(([id]) => id))
    const details = places
      .filter(({ id }) => !present.has(id))
      .map(({ path, id }): RefusalDetail => ({ path, message: `this school has no offer ${id}` }))
    if (details.length) throw new Refused(refusals.promo_offer_unknown, undefined, { details })
  }

  /** The first few codes that apply to an offer, give it, or apply to the members of a group. */
  async naming(id: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select id from "commerce"."promo_codes" where school_id = $1
         and (gift_offer_id = $2 or offer_ids ? $2 or group_ids ? $2) order by id limit 5`,
      [this.work.school, id],
    )
    return rows.map(([id]) => id!)
  }

  /** Refuses to delete an offer that promo codes reference. */
  async refuseNaming(offerId: string): Promise<void> {
    const naming = await this.naming(offerId)
    const details = naming.map(id => ({ path: 'id', message: `${id} references this offer` }))
    if (details.length) throw new Refused(offerRefusals.offer_promoted, undefined, { details })
  }
}
