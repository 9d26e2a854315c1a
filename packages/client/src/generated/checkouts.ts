// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface Checkout {
  /** The id of the checkout. */
  id: string
  /** `abandoned` after a while without a change, `confirmed` once it is an order. */
  status: 'open' | 'abandoned' | 'confirmed'
  /** The person, once they are known; a publishable key does not see it. */
  user_id: string | null
  /** The e-mail address of the person, such as `ann@school.example`; null if it is not known. */
  email: string | null
  /** The phone number in E.164 form, such as `+491711234567`; null if it is not known. */
  phone: string | null
  /** The first name, or all of the name if it has one part; empty if it is not known. */
  first_name: string
  /** The last name; empty if it is not known. */
  last_name: string
  /** At the prices of the last change. */
  items: ({
    /** The id of the offer. */
    offer_id: string
    /** The price variant; null for the price of the offer itself. */
    price_id: string | null
    /** The name of the offer at the time of the order. */
    name: string
    /** How many are bought. */
    quantity: number
    /** The price of one at the time of the order. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    unit_amount: number
    /** `quantity` times `unit_amount`. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount: number
    /** The item's share of the discount. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    discount_amount: number
    /** The free days with which the item begins a subscription, in place of a period; null for none. */
    trial_days: number | null
    /** Whether it was added as a gift, by a promo code. */
    gift: boolean
  })[]
  /** The sum to pay: `items_amount` less `discount_amount`, plus `tax_added_amount`. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** The sum of the items. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  items_amount: number
  /** The discount on all items. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  discount_amount: number
  /** Taxes that prices do not include. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  tax_added_amount: number
  /** Taxes that prices include. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  tax_included_amount: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** Whether it is bought for others: once paid, it gives gift codes in place of access. */
  as_gift: boolean
  /** The country whose taxes apply; null for the school's own. */
  country: string | null
  /** The promo code, in capitals; null for none. */
  promo_code: string | null
  /** The code of the link of a partner, in any case. An unknown one has no effect. */
  partner_code: string | null
  /** The UTM parameters of the visit: `utm_source` as `source`, and so on; empty if absent. */
  utm: {
    /** The value of `utm_source`. */
    source: string
    /** The value of `utm_medium`. */
    medium: string
    /** The value of `utm_campaign`. */
    campaign: string
    /** The value of `utm_term`. */
    term: string
    /** The value of `utm_content`. */
    content: string
  }
  /** The page that led to the site. */
  referrer: string
  /** The order, once the checkout is confirmed. */
  order_id: string | null
  /** When it was left with a known contact. */
  abandoned_at: string | null
  /** When the checkout was confirmed; null if it has not been. */
  confirmed_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the checkout was created. */
  created_at: string
  /** When the checkout last changed. */
  updated_at: string
}

export interface CheckoutConfirmResult {
  /** The id of the checkout. */
  id: string
  /** `abandoned` after a while without a change, `confirmed` once it is an order. */
  status: 'open' | 'abandoned' | 'confirmed'
  /** The person, once they are known; a publishable key does not see it. */
  user_id: string | null
  /** The e-mail address of the person, such as `ann@school.example`; null if it is not known. */
  email: string | null
  /** The phone number in E.164 form, such as `+491711234567`; null if it is not known. */
  phone: string | null
  /** The first name, or all of the name if it has one part; empty if it is not known. */
  first_name: string
  /** The last name; empty if it is not known. */
  last_name: string
  /** At the prices of the last change. */
  items: ({
    /** The id of the offer. */
    offer_id: string
    /** The price variant; null for the price of the offer itself. */
    price_id: string | null
    /** The name of the offer at the time of the order. */
    name: string
    /** How many are bought. */
    quantity: number
    /** The price of one at the time of the order. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    unit_amount: number
    /** `quantity` times `unit_amount`. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount: number
    /** The item's share of the discount. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    discount_amount: number
    /** The free days with which the item begins a subscription, in place of a period; null for none. */
    trial_days: number | null
    /** Whether it was added as a gift, by a promo code. */
    gift: boolean
  })[]
  /** The sum to pay: `items_amount` less `discount_amount`, plus `tax_added_amount`. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** The sum of the items. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  items_amount: number
  /** The discount on all items. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  discount_amount: number
  /** Taxes that prices do not include. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  tax_added_amount: number
  /** Taxes that prices include. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  tax_included_amount: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** Whether it is bought for others: once paid, it gives gift codes in place of access. */
  as_gift: boolean
  /** The country whose taxes apply; null for the school's own. */
  country: string | null
  /** The promo code, in capitals; null for none. */
  promo_code: string | null
  /** The code of the link of a partner, in any case. An unknown one has no effect. */
  partner_code: string | null
  /** The UTM parameters of the visit: `utm_source` as `source`, and so on; empty if absent. */
  utm: {
    /** The value of `utm_source`. */
    source: string
    /** The value of `utm_medium`. */
    medium: string
    /** The value of `utm_campaign`. */
    campaign: string
    /** The value of `utm_term`. */
    term: string
    /** The value of `utm_content`. */
    content: string
  }
  /** The page that led to the site. */
  referrer: string
  /** The order, once the checkout is confirmed. */
  order_id: string | null
  /** When it was left with a known contact. */
  abandoned_at: string | null
  /** When the checkout was confirmed; null if it has not been. */
  confirmed_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the checkout was created. */
  created_at: string
  /** When the checkout last changed. */
  updated_at: string
  /** The page on which the order is paid, behind the address of the school, and of free days the one on which a card is added for what comes after them; null if there is nothing to pay. */
  payment_path: string | null
}

export interface CheckoutCreate {
  /** The person, if a signed-in one buys. A publishable key sends a contact in its place. Default: `null`. */
  user_id?: string | null
  /** The e-mail address of the person, such as `ann@school.example`; null if it is not known. Default: `null`. */
  email?: string | null
  /** The phone number in E.164 form, such as `+491711234567`; null if it is not known. Default: `null`. */
  phone?: string | null
  /** The first name, or all of the name if it has one part; empty if it is not known. Default: `""`. */
  first_name?: string
  /** The last name; empty if it is not known. Default: `""`. */
  last_name?: string
  /** What is to be bought. */
  items: OrderItemAddRequest[]
  /** Whether it is bought for others: once paid, it gives gift codes in place of access. Default: `false`. */
  as_gift?: boolean
  /** The country whose taxes apply; null for the school's own. Default: `null`. */
  country?: string | null
  /** The promo code, in capitals; null for none. Default: `null`. */
  promo_code?: string | null
  /** The code of the link of a partner, in any case. An unknown one has no effect. Default: `null`. */
  partner_code?: string | null
  /** The UTM parameters of the visit: `utm_source` as `source`, and so on. Default: `{}`. */
  utm?: {
    /** The value of `utm_source`. Default: `""`. */
    source?: string
    /** The value of `utm_medium`. Default: `""`. */
    medium?: string
    /** The value of `utm_campaign`. Default: `""`. */
    campaign?: string
    /** The value of `utm_term`. Default: `""`. */
    term?: string
    /** The value of `utm_content`. Default: `""`. */
    content?: string
  }
  /** The page that led to the site. Default: `""`. */
  referrer?: string
}

export interface CheckoutUpdate {
  /** The e-mail address of the person, such as `ann@school.example`; null if it is not known. */
  email?: string | null
  /** The phone number in E.164 form, such as `+491711234567`; null if it is not known. */
  phone?: string | null
  /** The first name, or all of the name if it has one part; empty if it is not known. */
  first_name?: string
  /** The last name; empty if it is not known. */
  last_name?: string
  /** What is to be bought, in place of the present items. */
  items?: OrderItemAddRequest[]
  /** Whether it is bought for others: once paid, it gives gift codes in place of access. */
  as_gift?: boolean
  /** The country whose taxes apply; null for the school's own. */
  country?: string | null
  /** The promo code, in capitals; null for none. */
  promo_code?: string | null
  /** The code of the link of a partner, in any case. An unknown one has no effect. */
  partner_code?: string | null
  /** The UTM parameters of the visit: `utm_source` as `source`, and so on. */
  utm?: {
    /** The value of `utm_source`. Default: `""`. */
    source?: string
    /** The value of `utm_medium`. Default: `""`. */
    medium?: string
    /** The value of `utm_campaign`. Default: `""`. */
    campaign?: string
    /** The value of `utm_term`. Default: `""`. */
    term?: string
    /** The value of `utm_content`. Default: `""`. */
    content?: string
  }
  /** The page that led to the site. */
  referrer?: string
}

export interface OrderItemAddRequest {
  /** The id of the offer. */
  offer_id: string
  /** A price variant; null for the price of the offer itself. Default: `null`. */
  price_id?: string | null
  /** How many are bought. Default: `1`. */
  quantity?: number
}

export type CheckoutSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
/** The query of the list of Checkout. */
export interface CheckoutListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<CheckoutSort>
  status?: OneOrMany<'open' | 'abandoned' | 'confirmed'>
  user_id?: OneOrMany<string>
  email?: OneOrMany<string>
  phone?: OneOrMany<string>
  as_gift?: OneOrMany<boolean>
  order_id?: OneOrMany<string>
  abandoned_at?: TimeFilter
  confirmed_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `checkouts.list` can be refused. */
export type CheckoutsListReason = CommonReason
/** List checkouts. GET /v1/checkouts; needs checkouts:read. */
export function list(client: Caller, query: CheckoutListQuery = {}, options: RequestOptions = {}): ListPromise<Checkout, CheckoutsListReason> {
  return client.list({ method: 'GET', path: '/v1/checkouts', query }, options)
}

/** Why `checkouts.create` can be refused. */
export type CheckoutsCreateReason = CommonReason | 'user_unknown' | 'offer_unknown' | 'offer_not_on_sale' | 'price_unknown' | 'currencies_mixed' | 'amount_too_large' | 'contents_too_many' | 'taxes_too_many' | 'instalments_too_many' | 'promo_code_unknown' | 'promo_code_inactive' | 'promo_code_early' | 'promo_code_expired' | 'promo_code_other_currency' | 'promo_code_other_offers' | 'promo_code_below_minimum' | 'promo_code_used_up' | 'promo_code_other_people' | 'promo_code_first_order_only' | 'promo_code_used_by_person'
/** Create a checkout. POST /v1/checkouts; needs checkouts:write. */
export function create(client: Caller, body: CheckoutCreate, options: RequestOptions = {}): ApiPromise<Checkout, CheckoutsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/checkouts', body }, options)
}

/** Why `checkouts.get` can be refused. */
export type CheckoutsGetReason = CommonReason
/** Get a checkout. GET /v1/checkouts/{id}; needs checkouts:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Checkout, CheckoutsGetReason> {
  return client.call({ method: 'GET', path: `/v1/checkouts/${encodeURIComponent(id)}` }, options)
}

/** Why `checkouts.update` can be refused. */
export type CheckoutsUpdateReason = CommonReason | 'checkout_confirmed' | 'offer_unknown' | 'offer_not_on_sale' | 'price_unknown' | 'currencies_mixed' | 'amount_too_large' | 'contents_too_many' | 'taxes_too_many' | 'instalments_too_many' | 'promo_code_unknown' | 'promo_code_inactive' | 'promo_code_early' | 'promo_code_expired' | 'promo_code_other_currency' | 'promo_code_other_offers' | 'promo_code_below_minimum' | 'promo_code_used_up' | 'promo_code_other_people' | 'promo_code_first_order_only' | 'promo_code_used_by_person'
/** Change a checkout; it gets the current prices. PATCH /v1/checkouts/{id}; needs checkouts:write. */
export function update(client: Caller, id: string, body: CheckoutUpdate = {}, options: RequestOptions = {}): ApiPromise<Checkout, CheckoutsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/checkouts/${encodeURIComponent(id)}`, body }, options)
}

/** Why `checkouts.confirm` can be refused. */
export type CheckoutsConfirmReason = CommonReason | 'checkout_confirmed' | 'checkout_contact_missing' | 'user_unknown' | 'offer_unknown' | 'offer_not_on_sale' | 'price_unknown' | 'currencies_mixed' | 'amount_too_large' | 'contents_too_many' | 'taxes_too_many' | 'instalments_too_many' | 'promo_code_unknown' | 'promo_code_inactive' | 'promo_code_early' | 'promo_code_expired' | 'promo_code_other_currency' | 'promo_code_other_offers' | 'promo_code_below_minimum' | 'promo_code_used_up' | 'promo_code_other_people' | 'promo_code_first_order_only' | 'promo_code_used_by_person' | 'gifts_too_many' | 'gift_of_subscription' | 'payment_unavailable' | 'offer_sold_out'
/** Confirm a checkout: it becomes an order of its person, who is created if unknown. POST /v1/checkouts/{id}; needs checkouts:write. */
export function confirm(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<CheckoutConfirmResult, CheckoutsConfirmReason> {
  return client.call({ method: 'POST', path: `/v1/checkouts/${encodeURIComponent(id)}` }, options)
}

/** The operations of `checkouts` with a client. */
export class CheckoutsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List checkouts. GET /v1/checkouts; needs checkouts:read. */
  list(query: CheckoutListQuery = {}, options: RequestOptions = {}): ListPromise<Checkout, CheckoutsListReason> {
    return list(this.#client, query, options)
  }
  /** Create a checkout. POST /v1/checkouts; needs checkouts:write. */
  create(body: CheckoutCreate, options: RequestOptions = {}): ApiPromise<Checkout, CheckoutsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a checkout. GET /v1/checkouts/{id}; needs checkouts:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Checkout, CheckoutsGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a checkout; it gets the current prices. PATCH /v1/checkouts/{id}; needs checkouts:write. */
  update(id: string, body: CheckoutUpdate = {}, options: RequestOptions = {}): ApiPromise<Checkout, CheckoutsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Confirm a checkout: it becomes an order of its person, who is created if unknown. POST /v1/checkouts/{id}; needs checkouts:write. */
  confirm(id: string, options: RequestOptions = {}): ApiPromise<CheckoutConfirmResult, CheckoutsConfirmReason> {
    return confirm(this.#client, id, options)
  }}
