// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedPromoCode {
  /** The id of the promo code. */
  id: string
  /** Always true: the promo code was deleted. */
  deleted: true
}

export interface PromoCode {
  /** The id of the promo code. */
  id: string
  /** The code that people enter, in any case. Unique in the school. */
  code: string
  /** A note on its purpose; only staff read it. */
  description: string
  /** The benefit: a percentage of the price, an amount, or an offer as a gift. */
  kind: 'percent' | 'amount' | 'gift'
  /** For percent: the percentage deducted. */
  percent: number | null
  /** For amount: the amount deducted. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount_off: number | null
  /** The currency of amount_off and minimum_amount. Orders in another currency cannot use the code. */
  currency: string | null
  /** The items that the code applies to must cost at least this. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  minimum_amount: number | null
  /** For gift: the offer that is added. */
  gift_offer_id: string | null
  /** The offers that the code applies to; empty for all. */
  offer_ids: string[]
  /** The groups whose members may use it; empty for everyone. */
  group_ids: string[]
  /** Only people without a paid order may use it. */
  first_order_only: boolean
  /** The maximum number of orders with the code; null for no maximum. */
  max_uses: number | null
  /** The maximum number of orders of one person with the code; null for no maximum. */
  max_uses_per_person: number | null
  /** The code is valid from this time on. */
  starts_at: string | null
  /** The code is valid until this time. */
  expires_at: string | null
  /** An inactive code cannot be used. */
  active: boolean
  /** The number of orders with the code. A canceled or expired order does not count. */
  uses_count: number
  /** The job that generated it; null for a code that was created. */
  batch_id: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the promo code was created. */
  created_at: string
  /** When the promo code last changed. */
  updated_at: string
}

export interface PromoCodeCreate {
  /** The code that people enter, in any case. Unique in the school. */
  code: string
  /** A note on its purpose; only staff read it. Default: `""`. */
  description?: string
  /** The benefit: a percentage of the price, an amount, or an offer as a gift. */
  kind: 'percent' | 'amount' | 'gift'
  /** For percent: the percentage deducted. Default: `null`. */
  percent?: number | null
  /** For amount: the amount deducted. In the minor unit of the currency: 4900 of EUR is 49.00 €. Default: `null`. */
  amount_off?: number | null
  /** The currency of amount_off and minimum_amount. Orders in another currency cannot use the code. Default: `null`. */
  currency?: string | null
  /** The items that the code applies to must cost at least this. In the minor unit of the currency: 4900 of EUR is 49.00 €. Default: `null`. */
  minimum_amount?: number | null
  /** For gift: the offer that is added. Default: `null`. */
  gift_offer_id?: string | null
  /** The offers that the code applies to; empty for all. Default: `[]`. */
  offer_ids?: string[]
  /** The groups whose members may use it; empty for everyone. Default: `[]`. */
  group_ids?: string[]
  /** Only people without a paid order may use it. Default: `false`. */
  first_order_only?: boolean
  /** The maximum number of orders with the code; null for no maximum. Default: `null`. */
  max_uses?: number | null
  /** The maximum number of orders of one person with the code; null for no maximum. Default: `null`. */
  max_uses_per_person?: number | null
  /** The code is valid from this time on. Default: `null`. */
  starts_at?: string | null
  /** The code is valid until this time. Default: `null`. */
  expires_at?: string | null
  /** An inactive code cannot be used. Default: `true`. */
  active?: boolean
}

export interface PromoCodeGenerateRequest {
  /** A note on its purpose; only staff read it. Default: `""`. */
  description?: string
  /** The benefit: a percentage of the price, an amount, or an offer as a gift. */
  kind: 'percent' | 'amount' | 'gift'
  /** For percent: the percentage deducted. Default: `null`. */
  percent?: number | null
  /** For amount: the amount deducted. In the minor unit of the currency: 4900 of EUR is 49.00 €. Default: `null`. */
  amount_off?: number | null
  /** The currency of amount_off and minimum_amount. Orders in another currency cannot use the code. Default: `null`. */
  currency?: string | null
  /** The items that the code applies to must cost at least this. In the minor unit of the currency: 4900 of EUR is 49.00 €. Default: `null`. */
  minimum_amount?: number | null
  /** For gift: the offer that is added. Default: `null`. */
  gift_offer_id?: string | null
  /** The offers that the code applies to; empty for all. Default: `[]`. */
  offer_ids?: string[]
  /** The groups whose members may use it; empty for everyone. Default: `[]`. */
  group_ids?: string[]
  /** Only people without a paid order may use it. Default: `false`. */
  first_order_only?: boolean
  /** The code is valid from this time on. Default: `null`. */
  starts_at?: string | null
  /** The code is valid until this time. Default: `null`. */
  expires_at?: string | null
  /** An inactive code cannot be used. Default: `true`. */
  active?: boolean
  /** The number of codes to create. */
  count: number
  /** The beginning of each code. Default: `""`. */
  prefix?: string
  /** The number of random characters after the prefix. 8 of them have 39 bits, 10 have 49. Default: `10`. */
  length?: number
}

export interface PromoCodeGenerateResult {
  /** The batch_id of its codes. */
  id: string
  /** GET /v1/queues shows its progress under commerce.generate-promo-codes. The list of promo codes shows its codes with batch_id as they are generated. */
  status: 'queued'
  /** The number of codes that are generated. */
  count: number
}

export interface PromoCodeUpdate {
  /** The code that people enter, in any case. Unique in the school. */
  code?: string
  /** A note on its purpose; only staff read it. */
  description?: string
  /** For percent: the percentage deducted. */
  percent?: number | null
  /** For amount: the amount deducted. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount_off?: number | null
  /** The currency of amount_off and minimum_amount. Orders in another currency cannot use the code. */
  currency?: string | null
  /** The items that the code applies to must cost at least this. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  minimum_amount?: number | null
  /** For gift: the offer that is added. */
  gift_offer_id?: string | null
  /** The offers that the code applies to; empty for all. */
  offer_ids?: string[]
  /** The groups whose members may use it; empty for everyone. */
  group_ids?: string[]
  /** Only people without a paid order may use it. */
  first_order_only?: boolean
  /** The maximum number of orders with the code; null for no maximum. */
  max_uses?: number | null
  /** The maximum number of orders of one person with the code; null for no maximum. */
  max_uses_per_person?: number | null
  /** The code is valid from this time on. */
  starts_at?: string | null
  /** The code is valid until this time. */
  expires_at?: string | null
  /** An inactive code cannot be used. */
  active?: boolean
}

export type PromoCodeSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'code' | '-code'
/** The query of the list of PromoCode. */
export interface PromoCodeListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<PromoCodeSort>
  kind?: OneOrMany<'percent' | 'amount' | 'gift'>
  gift_offer_id?: OneOrMany<string>
  first_order_only?: OneOrMany<boolean>
  starts_at?: TimeFilter
  expires_at?: TimeFilter
  active?: OneOrMany<boolean>
  batch_id?: OneOrMany<string>
  created_at?: TimeFilter
  updated_at?: TimeFilter
  code?: OneOrMany<string>
  offer_id?: OneOrMany<string>
  group_id?: OneOrMany<string>
}

/** Why `promoCodes.list` can be refused. */
export type PromoCodesListReason = CommonReason
/** List promo codes. GET /v1/promo-codes; needs promo-codes:read. */
export function list(client: Caller, query: PromoCodeListQuery = {}, options: RequestOptions = {}): ListPromise<PromoCode, PromoCodesListReason> {
  return client.list({ method: 'GET', path: '/v1/promo-codes', query }, options)
}

/** Why `promoCodes.create` can be refused. */
export type PromoCodesCreateReason = CommonReason | 'promo_code_taken' | 'promo_code_invalid' | 'promo_offer_unknown' | 'promo_codes_limit_reached'
/** Create a promo code. POST /v1/promo-codes; needs promo-codes:write. */
export function create(client: Caller, body: PromoCodeCreate, options: RequestOptions = {}): ApiPromise<PromoCode, PromoCodesCreateReason> {
  return client.call({ method: 'POST', path: '/v1/promo-codes', body }, options)
}

/** Why `promoCodes.get` can be refused. */
export type PromoCodesGetReason = CommonReason
/** Get a promo code and the number of its uses. GET /v1/promo-codes/{id}; needs promo-codes:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<PromoCode, PromoCodesGetReason> {
  return client.call({ method: 'GET', path: `/v1/promo-codes/${encodeURIComponent(id)}` }, options)
}

/** Why `promoCodes.update` can be refused. */
export type PromoCodesUpdateReason = CommonReason | 'promo_code_taken' | 'promo_code_invalid' | 'promo_offer_unknown'
/** Change or deactivate a promo code; existing orders keep their benefit. PATCH /v1/promo-codes/{id}; needs promo-codes:write. */
export function update(client: Caller, id: string, body: PromoCodeUpdate = {}, options: RequestOptions = {}): ApiPromise<PromoCode, PromoCodesUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/promo-codes/${encodeURIComponent(id)}`, body }, options)
}

/** Why `promoCodes.delete` can be refused. */
export type PromoCodesDeleteReason = CommonReason | 'promo_code_used'
/** Delete a promo code that nobody has used. DELETE /v1/promo-codes/{id}; needs promo-codes:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedPromoCode, PromoCodesDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/promo-codes/${encodeURIComponent(id)}` }, options)
}

/** Why `promoCodes.generate` can be refused. */
export type PromoCodesGenerateReason = CommonReason | 'promo_code_invalid' | 'promo_offer_unknown' | 'generated_codes_limit_reached'
/** Generate promo codes with one use each, as a job. POST /v1/promo-codes/generate; needs promo-codes:write. */
export function generate(client: Caller, body: PromoCodeGenerateRequest, options: RequestOptions = {}): ApiPromise<PromoCodeGenerateResult, PromoCodesGenerateReason> {
  return client.call({ method: 'POST', path: '/v1/promo-codes/generate', body }, options)
}

export { delete_ as delete }

/** The operations of `promoCodes` with a client. */
export class PromoCodesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List promo codes. GET /v1/promo-codes; needs promo-codes:read. */
  list(query: PromoCodeListQuery = {}, options: RequestOptions = {}): ListPromise<PromoCode, PromoCodesListReason> {
    return list(this.#client, query, options)
  }
  /** Create a promo code. POST /v1/promo-codes; needs promo-codes:write. */
  create(body: PromoCodeCreate, options: RequestOptions = {}): ApiPromise<PromoCode, PromoCodesCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a promo code and the number of its uses. GET /v1/promo-codes/{id}; needs promo-codes:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<PromoCode, PromoCodesGetReason> {
    return get(this.#client, id, options)
  }
  /** Change or deactivate a promo code; existing orders keep their benefit. PATCH /v1/promo-codes/{id}; needs promo-codes:write. */
  update(id: string, body: PromoCodeUpdate = {}, options: RequestOptions = {}): ApiPromise<PromoCode, PromoCodesUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a promo code that nobody has used. DELETE /v1/promo-codes/{id}; needs promo-codes:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedPromoCode, PromoCodesDeleteReason> {
    return delete_(this.#client, id, options)
  }
  /** Generate promo codes with one use each, as a job. POST /v1/promo-codes/generate; needs promo-codes:write. */
  generate(body: PromoCodeGenerateRequest, options: RequestOptions = {}): ApiPromise<PromoCodeGenerateResult, PromoCodesGenerateReason> {
    return generate(this.#client, body, options)
  }}
