// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, NumberFilter, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedPrice {
  /** The id of the price. */
  id: string
  /** Always true: the price was deleted. */
  deleted: true
}

export interface Price {
  /** The id of the price. */
  id: string
  /** The id of the offer. */
  offer_id: string
  /** The name of the variant: monthly, in instalments. */
  name: string
  /** The price; of a subscription, that of one period. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** The period of a subscription; null for a price that is paid once. */
  interval: {
    /** The unit in which the period is counted. */
    unit: 'day' | 'month' | 'year'
    /** The number of units in a period: 3 with `month` is a quarter. */
    count: number
  } | null
  /** Free days at the beginning of a subscription. */
  trial_days: number | null
  /** The early price. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  early_amount: number | null
  /** The early price is valid from this time on. */
  early_starts_at: string | null
  /** The early price is valid until this time. */
  early_ends_at: string | null
  /** Whether the amount includes its tax; null for what the tax rate says. */
  tax_included: boolean | null
  /** The parts of an instalment plan, 10,000 basis points in all; null for none. */
  instalments: {
    /** The share of the amount: 2500 is a quarter. */
    basis_points: number
    /** The days from the order until the part is due. */
    after_days: number
  }[] | null
  /** Only an active price can be ordered. */
  status: 'active' | 'archived'
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the price was created. */
  created_at: string
  /** When the price last changed. */
  updated_at: string
}

export interface PriceCreate {
  /** The name of the variant: monthly, in instalments. Default: `""`. */
  name?: string
  /** The price; of a subscription, that of one period. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** The period of a subscription; null for a price that is paid once. Default: `null`. */
  interval?: {
    /** The unit in which the period is counted. */
    unit: 'day' | 'month' | 'year'
    /** The number of units in a period: 3 with `month` is a quarter. */
    count: number
  } | null
  /** Free days at the beginning of a subscription. Default: `null`. */
  trial_days?: number | null
  /** The early price. In the minor unit of the currency: 4900 of EUR is 49.00 €. Default: `null`. */
  early_amount?: number | null
  /** The early price is valid from this time on. Default: `null`. */
  early_starts_at?: string | null
  /** The early price is valid until this time. Default: `null`. */
  early_ends_at?: string | null
  /** Whether the amount includes its tax; null for what the tax rate says. Default: `null`. */
  tax_included?: boolean | null
  /** The parts of an instalment plan, 10,000 basis points in all; null for none. Default: `null`. */
  instalments?: {
    /** The share of the amount: 2500 is a quarter. */
    basis_points: number
    /** The days from the order until the part is due. */
    after_days: number
  }[] | null
  /** Only an active price can be ordered. Default: `"active"`. */
  status?: 'active' | 'archived'
}

export interface PriceUpdate {
  /** The name of the variant: monthly, in instalments. */
  name?: string
  /** The price; of a subscription, that of one period. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount?: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency?: string
  /** The period of a subscription; null for a price that is paid once. */
  interval?: {
    /** The unit in which the period is counted. */
    unit: 'day' | 'month' | 'year'
    /** The number of units in a period: 3 with `month` is a quarter. */
    count: number
  } | null
  /** Free days at the beginning of a subscription. */
  trial_days?: number | null
  /** The early price. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  early_amount?: number | null
  /** The early price is valid from this time on. */
  early_starts_at?: string | null
  /** The early price is valid until this time. */
  early_ends_at?: string | null
  /** Whether the amount includes its tax; null for what the tax rate says. */
  tax_included?: boolean | null
  /** The parts of an instalment plan, 10,000 basis points in all; null for none. */
  instalments?: {
    /** The share of the amount: 2500 is a quarter. */
    basis_points: number
    /** The days from the order until the part is due. */
    after_days: number
  }[] | null
  /** Only an active price can be ordered. */
  status?: 'active' | 'archived'
}

export type PriceSort = 'created_at' | '-created_at' | 'amount' | '-amount'
/** The query of the list of Price. */
export interface PriceListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<PriceSort>
  offer_id?: OneOrMany<string>
  early_starts_at?: TimeFilter
  early_ends_at?: TimeFilter
  tax_included?: OneOrMany<boolean>
  status?: OneOrMany<'active' | 'archived'>
  created_at?: TimeFilter
  updated_at?: TimeFilter
  currency?: OneOrMany<string>
  amount?: NumberFilter
}

/** Why `prices.list` can be refused. */
export type PricesListReason = CommonReason
/** List the price variants of an offer. GET /v1/offers/{id}/prices; needs offers:read. */
export function list(client: Caller, id: string, query: PriceListQuery = {}, options: RequestOptions = {}): ListPromise<Price, PricesListReason> {
  return client.list({ method: 'GET', path: `/v1/offers/${encodeURIComponent(id)}/prices`, query }, options)
}

/** Why `prices.create` can be refused. */
export type PricesCreateReason = CommonReason | 'price_invalid' | 'prices_limit_reached'
/** Add a price variant to an offer: another currency, a period, an early price, an instalment plan. POST /v1/offers/{id}/prices; needs offers:write. */
export function create(client: Caller, id: string, body: PriceCreate, options: RequestOptions = {}): ApiPromise<Price, PricesCreateReason> {
  return client.call({ method: 'POST', path: `/v1/offers/${encodeURIComponent(id)}/prices`, body }, options)
}

/** Why `prices.get` can be refused. */
export type PricesGetReason = CommonReason
/** Get a price of an offer. GET /v1/offers/{id}/prices/{priceId}; needs offers:read. */
export function get(client: Caller, id: string, priceId: string, options: RequestOptions = {}): ApiPromise<Price, PricesGetReason> {
  return client.call({ method: 'GET', path: `/v1/offers/${encodeURIComponent(id)}/prices/${encodeURIComponent(priceId)}` }, options)
}

/** Why `prices.update` can be refused. */
export type PricesUpdateReason = CommonReason | 'price_invalid' | 'price_sold'
/** Change a price; once it has been ordered, only its name and status can change. PATCH /v1/offers/{id}/prices/{priceId}; needs offers:write. */
export function update(client: Caller, id: string, priceId: string, body: PriceUpdate = {}, options: RequestOptions = {}): ApiPromise<Price, PricesUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/offers/${encodeURIComponent(id)}/prices/${encodeURIComponent(priceId)}`, body }, options)
}

/** Why `prices.delete` can be refused. */
export type PricesDeleteReason = CommonReason | 'price_sold'
/** Delete a price that was never ordered. DELETE /v1/offers/{id}/prices/{priceId}; needs offers:write. */
function delete_(client: Caller, id: string, priceId: string, options: RequestOptions = {}): ApiPromise<DeletedPrice, PricesDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/offers/${encodeURIComponent(id)}/prices/${encodeURIComponent(priceId)}` }, options)
}

export { delete_ as delete }

/** The operations of `prices` with a client. */
export class PricesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the price variants of an offer. GET /v1/offers/{id}/prices; needs offers:read. */
  list(id: string, query: PriceListQuery = {}, options: RequestOptions = {}): ListPromise<Price, PricesListReason> {
    return list(this.#client, id, query, options)
  }
  /** Add a price variant to an offer: another currency, a period, an early price, an instalment plan. POST /v1/offers/{id}/prices; needs offers:write. */
  create(id: string, body: PriceCreate, options: RequestOptions = {}): ApiPromise<Price, PricesCreateReason> {
    return create(this.#client, id, body, options)
  }
  /** Get a price of an offer. GET /v1/offers/{id}/prices/{priceId}; needs offers:read. */
  get(id: string, priceId: string, options: RequestOptions = {}): ApiPromise<Price, PricesGetReason> {
    return get(this.#client, id, priceId, options)
  }
  /** Change a price; once it has been ordered, only its name and status can change. PATCH /v1/offers/{id}/prices/{priceId}; needs offers:write. */
  update(id: string, priceId: string, body: PriceUpdate = {}, options: RequestOptions = {}): ApiPromise<Price, PricesUpdateReason> {
    return update(this.#client, id, priceId, body, options)
  }
  /** Delete a price that was never ordered. DELETE /v1/offers/{id}/prices/{priceId}; needs offers:write. */
  delete(id: string, priceId: string, options: RequestOptions = {}): ApiPromise<DeletedPrice, PricesDeleteReason> {
    return delete_(this.#client, id, priceId, options)
  }}
