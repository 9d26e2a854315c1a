// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, NumberFilter, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedOffer {
  /** The id of the offer. */
  id: string
  /** Always true: the offer was deleted. */
  deleted: true
}

export interface Offer {
  /** The id of the offer. */
  id: string
  /** What buyers read on the offer's page, in the order and on the receipt. */
  name: string
  /** Shown on the offer's page, below its name; empty for none. */
  description: string
  /** The price of the offer, where no price variant is chosen. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** The picture of the offer: a ready file. */
  image_file_id: string | null
  /** Only an active offer can be ordered. */
  status: 'draft' | 'active' | 'archived'
  /** Where its buyers go on after paying, in place of `orders.learn_url` of the settings: an address on a domain of the school, or below one. */
  return_url: string | null
  /** It can be ordered from this time on; null for at once. */
  sale_starts_at: string | null
  /** It can be ordered until this time; null for no end. */
  sale_ends_at: string | null
  /** How often it can be sold: orders that are paid or wait for their payment take seats, a gift each one of its own; null for no bound. A late payment of an expired order counts beyond. */
  seats: number | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the offer was created. */
  created_at: string
  /** When the offer last changed. */
  updated_at: string
}

export interface OfferCreate {
  /** What buyers read on the offer's page, in the order and on the receipt. */
  name: string
  /** Shown on the offer's page, below its name; empty for none. Default: `""`. */
  description?: string
  /** The price of the offer, where no price variant is chosen. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** Default: that of the school, in the section `site` of the settings. */
  currency?: string
  /** The picture of the offer: a ready file. Default: `null`. */
  image_file_id?: string | null
  /** Only an active offer can be ordered. Default: `"active"`. */
  status?: 'draft' | 'active' | 'archived'
  /** Where its buyers go on after paying, in place of `orders.learn_url` of the settings: an address on a domain of the school, or below one. Default: `null`. */
  return_url?: string | null
  /** It can be ordered from this time on; null for at once. Default: `null`. */
  sale_starts_at?: string | null
  /** It can be ordered until this time; null for no end. Default: `null`. */
  sale_ends_at?: string | null
  /** How often it can be sold: orders that are paid or wait for their payment take seats, a gift each one of its own; null for no bound. A late payment of an expired order counts beyond. Default: `null`. */
  seats?: number | null
}

export interface OfferUpdate {
  /** What buyers read on the offer's page, in the order and on the receipt. */
  name?: string
  /** Shown on the offer's page, below its name; empty for none. */
  description?: string
  /** The price of the offer, where no price variant is chosen. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount?: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency?: string
  /** The picture of the offer: a ready file. */
  image_file_id?: string | null
  /** Only an active offer can be ordered. */
  status?: 'draft' | 'active' | 'archived'
  /** Where its buyers go on after paying, in place of `orders.learn_url` of the settings: an address on a domain of the school, or below one. */
  return_url?: string | null
  /** It can be ordered from this time on; null for at once. */
  sale_starts_at?: string | null
  /** It can be ordered until this time; null for no end. */
  sale_ends_at?: string | null
  /** How often it can be sold: orders that are paid or wait for their payment take seats, a gift each one of its own; null for no bound. A late payment of an expired order counts beyond. */
  seats?: number | null
}

export type OfferSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'name' | '-name' | 'amount' | '-amount'
/** The query of the list of Offer. */
export interface OfferListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<OfferSort>
  image_file_id?: OneOrMany<string>
  status?: OneOrMany<'draft' | 'active' | 'archived'>
  sale_starts_at?: TimeFilter
  sale_ends_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  currency?: OneOrMany<string>
  amount?: NumberFilter
}

/** Why `offers.list` can be refused. */
export type OffersListReason = CommonReason
/** List offers. GET /v1/offers; needs offers:read. */
export function list(client: Caller, query: OfferListQuery = {}, options: RequestOptions = {}): ListPromise<Offer, OffersListReason> {
  return client.list({ method: 'GET', path: '/v1/offers', query }, options)
}

/** Why `offers.create` can be refused. */
export type OffersCreateReason = CommonReason | 'currency_unset' | 'sale_order' | 'return_url_foreign' | 'offers_limit_reached'
/** Create an offer. POST /v1/offers; needs offers:write. */
export function create(client: Caller, body: OfferCreate, options: RequestOptions = {}): ApiPromise<Offer, OffersCreateReason> {
  return client.call({ method: 'POST', path: '/v1/offers', body }, options)
}

/** Why `offers.get` can be refused. */
export type OffersGetReason = CommonReason
/** Get an offer. GET /v1/offers/{id}; needs offers:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Offer, OffersGetReason> {
  return client.call({ method: 'GET', path: `/v1/offers/${encodeURIComponent(id)}` }, options)
}

/** Why `offers.update` can be refused. */
export type OffersUpdateReason = CommonReason | 'sale_order' | 'return_url_foreign'
/** Change an offer; existing orders keep their price. PATCH /v1/offers/{id}; needs offers:write. */
export function update(client: Caller, id: string, body: OfferUpdate = {}, options: RequestOptions = {}): ApiPromise<Offer, OffersUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/offers/${encodeURIComponent(id)}`, body }, options)
}

/** Why `offers.delete` can be refused. */
export type OffersDeleteReason = CommonReason | 'offer_sold' | 'offer_promoted'
/** Delete an offer that was never ordered. DELETE /v1/offers/{id}; needs offers:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedOffer, OffersDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/offers/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `offers` with a client. */
export class OffersApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List offers. GET /v1/offers; needs offers:read. */
  list(query: OfferListQuery = {}, options: RequestOptions = {}): ListPromise<Offer, OffersListReason> {
    return list(this.#client, query, options)
  }
  /** Create an offer. POST /v1/offers; needs offers:write. */
  create(body: OfferCreate, options: RequestOptions = {}): ApiPromise<Offer, OffersCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get an offer. GET /v1/offers/{id}; needs offers:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Offer, OffersGetReason> {
    return get(this.#client, id, options)
  }
  /** Change an offer; existing orders keep their price. PATCH /v1/offers/{id}; needs offers:write. */
  update(id: string, body: OfferUpdate = {}, options: RequestOptions = {}): ApiPromise<Offer, OffersUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete an offer that was never ordered. DELETE /v1/offers/{id}; needs offers:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedOffer, OffersDeleteReason> {
    return delete_(this.#client, id, options)
  }}
