import { type Caller, Refused } from '@lms/contract'
import { missing, type RowOf, Store, table, type UnitOfWork } from '@lms/service-host'
import { refusals } from './offer.contract.ts'
import { OfferEntity, OfferItemEntity } from './offer.entity.ts'

export type OfferRow = RowOf<typeof OfferEntity>
export type OfferItemRow = RowOf<typeof OfferItemEntity>

/** Visitors and students see what is on sale. */
const onSale = (caller: Caller) =>
  caller.kind === 'publishable' || caller.role === 'student'
    ? { sql: `t.status = 'active'`, values: [] }
    : null

const offers = table(OfferEntity, { visible: onSale })
const items = table(OfferItemEntity)

export class OfferStore extends Store<OfferRow> {
  constructor(work: UnitOfWork) {
    super(work, offers)
  }

  /** Refuses where the offer stands in an order. */
  async refuseSold(id: string): Promise<void> {
    const { rows } = await this.work.read(
      `select 1 from "commerce"."order_offers" where school_id = $1 and offer_id = $2 limit 1`,
      [this.work.school, id],
    )
    if (rows.length) throw new Refused(refusals.offer_sold)
  }
}

export class OfferItemStore extends Store<OfferItemRow> {
  constructor(work: UnitOfWork) {
    super(work, items)
  }

  /** An item of this very offer; refuses with not_found. */
  async of(offerId: string, id: string): Promise<OfferItemRow> {
    const item = await this.find(id)
    return item?.offer_id === offerId ? item : missing()
  }

  /** Deletes all items of an offer. */
  removeOf(offerId: string): void {
    this.work.write(`delete from "commerce"."offer_items" where school_id = $1 and offer_id = $2`, [
      this.work.school,
      offerId,
    ])
  }
}
