// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'
import type { OrderItemAddRequest } from './checkouts.ts'

export interface PromoCodeCheckRequest {
  /** What is to be bought. */
  items: OrderItemAddRequest[]
  /** The country whose taxes apply; null for the school's own. Default: `null`. */
  country?: string | null
  /** A promo code, in any case. */
  promo_code: string
  /** The person who would use it; null while unknown: then limits of a person do not count. Default: `null`. */
  user_id?: string | null
}

export interface PromoCodeCheckResult {
  /** Whether an order of the basket could use the code now. */
  valid: boolean
  /** The first reason why not; null for a valid code. */
  reason: 'promo_code_unknown' | 'promo_code_inactive' | 'promo_code_early' | 'promo_code_expired' | 'promo_code_other_currency' | 'promo_code_other_offers' | 'promo_code_below_minimum' | 'promo_code_used_up' | 'promo_code_other_people' | 'promo_code_first_order_only' | 'promo_code_used_by_person' | null
  /** The reason as a sentence. */
  message: string | null
  /** The discount that the code gives; null if it gives none. */
  discount: {
    /** Where the discount comes from: a promo code, a member of staff, or a gift. */
    kind: 'promo_code' | 'manual' | 'gift'
    /** The promo code that gave the discount; null for another kind. */
    promo_code_id: string | null
    /** The promo code at the time of its use. */
    code: string | null
    /** The offers that it applies to; empty for all. */
    offer_ids: string[]
    /** The percentage deducted; null for a fixed amount. */
    percent: number | null
    /** The amount deducted, at most that of the items. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount_off: number | null
    /** Why staff gave the discount; empty for a promo code or a gift. */
    reason: string
  } | null
  /** What the code takes off the basket. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  discount_amount: number
  /** The offer that the code adds as a gift. */
  gift_offer_id: string | null
}

/** Why `promoCodeChecks.check` can be refused. */
export type PromoCodeChecksCheckReason = CommonReason | 'user_unknown' | 'offer_unknown' | 'offer_not_on_sale' | 'price_unknown' | 'currencies_mixed' | 'amount_too_large' | 'contents_too_many' | 'taxes_too_many'
/** Check whether a promo code can be used for a basket and a person; if not, the answer says why. POST /v1/promo-codes/check; needs promo-codes:read. */
export function check(client: Caller, body: PromoCodeCheckRequest, options: RequestOptions = {}): ApiPromise<PromoCodeCheckResult, PromoCodeChecksCheckReason> {
  return client.call({ method: 'POST', path: '/v1/promo-codes/check', body }, options)
}

/** The operations of `promoCodeChecks` with a client. */
export class PromoCodeChecksApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Check whether a promo code can be used for a basket and a person; if not, the answer says why. POST /v1/promo-codes/check; needs promo-codes:read. */
  check(body: PromoCodeCheckRequest, options: RequestOptions = {}): ApiPromise<PromoCodeCheckResult, PromoCodeChecksCheckReason> {
    return check(this.#client, body, options)
  }}
