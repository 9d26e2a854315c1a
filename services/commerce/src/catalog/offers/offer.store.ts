import { type Caller, type Id, Refused } from '@lms/contract'
import { type Condition, objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import {
  type Content,
  type itemKinds,
  Offer,
  OfferItem,
  offers as offerOperations,
  refusals,
} from './offer.contract.ts'

/** Visitors and students see only active offers. */
export const onSale = (caller: Caller) =>
  caller.kind === 'publishable' || caller.role === 'student'
    ? { sql: `t.status = 'active'`, values: [] }
    : null

const offers = objectTable('commerce.offers', Offer, {
  list: offerOperations.list,
  visible: onSale,
  indexes: [['image_file_id']],
  lifecycle: null,
})
const items = objectTable('commerce.offer_items', OfferItem, {
  indexes: [['offer_id', 'created_at', 'id'], ['resource_id']],
})
export type OfferRow = RowIn<typeof offers>
/** An offer with its items, for an order. */
export type OfferWithItems = OfferRow & { contents: Content[] }

/** Advisory locks of offers: a row lock would write to the offer's row with each of its orders. */
export const offerLock = {
  shared: `select pg_advisory_xact_lock_shared(hashtextextended($1 || $2, 2))`,
  exclusive: `select pg_advisory_xact_lock(hashtextextended($1 || $2, 2))`,
}

// Arrays of rows cost less than aggregates.
const columnsWithItems = `${offers.shape.selection},
  array_to_json(array(select json_build_object('kind', i.kind, 'resource_id', i.resource_id, 'name', i.name,
      'term_days', i.term_days)
    from ${items.shape.table} i where i.school_id = t.school_id and i.offer_id = t.id order by i.created_at, i.id))`
const theseOffers = `from ${offers.shape.table} t where t.school_id = $1 and t.id = any($2::text[])`

// Each is read once for all offers: none of them refers to the offer.
const terms = `with terms as materialized (
  select "values" #>> '{taxes,country}' as country, "values" #>> '{orders,expire_after_hours}' as hours
  from "commerce"."settings" where school_id = $1),
  school as materialized (select "values" ->> 'country' as country from "commerce"."school_settings" where school_id = $1)`
const taxCountry = 'coalesce($3, (select country from terms), (select country from school))'
const termsOfSale = `${taxCountry},
  array_to_json(array(select json_build_object('kind', r.kind, 'name', r.name, 'basis_points', r.basis_points,
      'included', r.included) from "commerce"."tax_rates" r where r.school_id = $1 and r.country = ${taxCountry})),
  (select hours from terms)`

/** The part of a tax rate that prices an item. */
export interface Rate {
  /** `any` applies to kinds without a rate of their own. */
  kind: 'any' | (typeof itemKinds)[number]
  name: string
  basis_points: number
  included: boolean
}

/** Offers, and the school's terms of an order of them. */
export interface OffersOnTerms {
  offers: OfferWithItems[]
  /** The country whose taxes apply, and its rates. */
  country: string | null
  rates: Rate[]
  /** The payment term of an order; null for none. */
  expireAfterHours: number | null
}

export class OfferStore extends storeOf(offers) {
  /** The offers with these ids or names; names are in whatever case. */
  async byNames(names: readonly string[]): Promise<Pick<OfferRow, 'id' | 'name'>[]> {
    if (names.length === 0) return []
    const { rows } = await this.work.read(
      `select id, name from ${offers.shape.table} where school_id = $1
         and (id = any($2::text[]) or lower(trim(name)) = any($3::text[])) order by created_at, id`,
      [this.work.school, textArray(names), textArray(names.map(name => name.toLowerCase()))],
    )
    return rows.map(([id, name]) => ({ id: id as OfferRow['id'], name: name! }))
  }

  /** The offers with these ids that the caller may see, each with its items, in one statement. */
  async withItems(ids: readonly string[]): Promise<OfferWithItems[]> {
    const mine = this.mine(3)
    return this.#withItems(ids, mine)
  }

  /** The same of an offer that is given, also to those who do not see it in the catalogue. */
  giftOffer(id: string): Promise<OfferWithItems[]> {
    return this.#withItems([id], { sql: '', values: [] })
  }

  async #withItems(ids: readonly string[], { sql, values }: Condition): Promise<OfferWithItems[]> {
    const { rows } = await this.work.read(`select ${columnsWithItems} ${theseOffers}${sql}`, [
      this.work.school,
      textArray(ids),
      ...values,
    ])
    return rows.map(fields => ({ ...this.read(fields), contents: JSON.parse(fields.at(-1)!) }))
  }

  /**
   * The same offers, and the terms of an order of them in this country, or in the school's own. In one statement,
   * because each order needs them, and each further statement would cost a fiftieth of the request.
   */
  async onTerms(ids: readonly string[], country: string | null): Promise<OffersOnTerms> {
    const mine = this.mine(4)
    const { rows } = await this.work.read(
      `${terms} select ${columnsWithItems}, ${termsOfSale} ${theseOffers}${mine.sql}`,
      [this.work.school, textArray(ids), country, ...mine.values],
    )
    const [taxed, rates, hours] = rows[0]?.slice(-3) ?? []
    return {
      offers: rows.map(fields => ({ ...this.read(fields), contents: JSON.parse(fields.at(-4)!) })),
      country: taxed ?? country,
      rates: rates ? JSON.parse(rates) : [],
      expireAfterHours: hours ? Number(hours) : null,
    }
  }

  /**
   * The cheapest active offer with an item that sells this object, of those on sale with a seat left. Where none is, the
   * page of a closed one says why; null for none at all.
   */
  async cheapestWith(resourceId: string, now: string): Promise<Id<'off'> | null> {
    const { rows } = await this.work.read(
      `select t.id from ${items.shape.table} i join ${offers.shape.table} t
         on t.school_id = i.school_id and t.id = i.offer_id and t.status = 'active'
       where i.school_id = $1 and i.resource_id = $2
       order by (t.sale_starts_at is null or t.sale_starts_at <= $3) and (t.sale_ends_at is null or t.sale_ends_at > $3)
         and (t.seats is null or "commerce".seats_taken($1, t.id) < t.seats) desc, t.amount, t.id limit 1`,
      [this.work.school, resourceId, now],
    )
    return (rows[0]?.[0] ?? null) as Id<'off'> | null
  }

  /** The first few offers with this picture. */
  async showing(fileId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select id from "commerce"."offers" where school_id = $1 and image_file_id = $2 order by id limit 5`,
      [this.work.school, fileId],
    )
    return rows.map(([id]) => id!)
  }

  /** Refuses if an order contains the offer, or a gift gives it; no order gets it until the end of the work. */
  async refuseSold(id: string): Promise<void> {
    const lock = this.work.lock(offerLock.exclusive, [this.work.school, id])
    const sold = this.work.read(
      `(select 1 from "commerce"."order_offers" where school_id = $1 and offer_id = $2 limit 1)
       union all (select 1 from "commerce"."gifts" where school_id = $1 and offer_id = $2 limit 1)`,
      [this.work.school, id],
    )
    const [, { rows }] = await Promise.all([lock, sold])
    if (rows.length) throw new Refused(refusals.offer_sold)
  }
}

export class OfferItemStore extends storeOf(items) {
  /** The first few items, of any offer, that sell this object. */
  async naming(resourceId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select id from "commerce"."offer_items" where school_id = $1 and resource_id = $2 order by id limit 5`,
      [this.work.school, resourceId],
    )
    return rows.map(([id]) => id!)
  }

  /** Deletes all items of an offer. */
  removeOf(offerId: string): void {
    this.work.write(`delete from "commerce"."offer_items" where school_id = $1 and offer_id = $2`, [
      this.work.school,
      offerId,
    ])
  }
}
