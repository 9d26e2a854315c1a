// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, NumberFilter, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { OrderItemAddRequest } from './checkouts.ts'
import type { Offer } from './offers.ts'
import type { User } from './users.ts'

export interface Order {
  /** The id of the order. */
  id: string
  /** Rises within the school, possibly with gaps. */
  number: number
  /** The id of the user. */
  user_id: string
  /** `waiting_payment` until all of it is paid, also while a part is; `expired` once its payment term has passed, though a late payment still pays it. */
  status: 'waiting_payment' | 'expired' | 'paid' | 'canceled' | 'refunded'
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
  /** The sums of the taxes of its items, by rate. */
  taxes: {
    /** The rate in hundredths of a percent: 1900 is 19 %. */
    basis_points: number
    /** Whether the price includes the tax; otherwise it is added. */
    included: boolean
    /** The tax itself. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount: number
    /** The name of the tax, such as `VAT`. */
    name: string
  }[]
  /** The sum of the succeeded payments. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  paid_amount: number
  /** The sum of the succeeded refunds. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  refunded_amount: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** The country whose taxes apply; null for none. */
  country: string | null
  /** What is bought, at the prices of the time of the order. */
  items: OrderItem[]
  /** The discount and where it comes from; null for none. */
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
  /** Whether it is bought for others: once paid, it gives gift codes in place of access. */
  as_gift: boolean
  /** The company that buys; null for a person. */
  company: {
    /** The name of the company. */
    name: string
    /** Its postal address; empty for none. */
    address: string
    /** Its VAT number, as it was entered and in capitals; empty for none. It changes no tax. */
    vat_id: string
  } | null
  /** What the buyer agreed to on the page of the offer. */
  agreements: ({
    /** The text that was agreed to; `withdrawal`: that the right ends. */
    kind: 'terms' | 'privacy' | 'withdrawal'
    /** The version of the text, as the settings named it. */
    version: string
    /** Where the text stood. */
    url: string
    /** When the buyer agreed. */
    agreed_at: string
  })[]
  /** The id of the checkout; null if there is none. */
  checkout_id: string | null
  /** The id of the subscription; null if there is none. */
  subscription_id: string | null
  /** The id of the partner; null if there is none. */
  partner_id: string | null
  /** A note of staff on the order. */
  comment: string
  /** The end of the payment term; null for none. */
  expires_at: string | null
  /** Whether the test provider paid it, or it renews or redeems what that has paid. No sale. */
  test: boolean
  /** When the order was paid; null if it has not been. */
  paid_at: string | null
  /** When the order was canceled; null if it has not been. */
  canceled_at: string | null
  /** When the order expired; null if it has not. */
  expired_at: string | null
  /** When the last of the money was returned. */
  refunded_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the order was created. */
  created_at: string
  /** When the order last changed. */
  updated_at: string
}

export interface OrderCreate {
  /** What is to be bought. */
  items: OrderItemAddRequest[]
  /** The country whose taxes apply; null for the school's own. Default: `null`. */
  country?: string | null
  /** A promo code, in any case. Default: `null`. */
  promo_code?: string | null
  /** The id of the user. */
  user_id: string
  /** The code of the partner who gets a share; null for none. Default: `null`. */
  partner_code?: string | null
  /** A note of staff on the order. Default: `""`. */
  comment?: string
  /** Whether it is bought for others: once paid, it gives gift codes in place of access. Default: `false`. */
  as_gift?: boolean
  /** The end of the payment term; null for none. Default: that of the school's settings. */
  expires_at?: string | null
}

export interface OrderItem {
  /** The id of the order item. */
  id: string
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
  /** The tax on the amount after the discount; null for none. */
  tax: {
    /** The rate in hundredths of a percent: 1900 is 19 %. */
    basis_points: number
    /** Whether the price includes the tax; otherwise it is added. */
    included: boolean
    /** The tax itself. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount: number
  } | null
  /** The period of a subscription; null for a price that is paid once. */
  interval: {
    /** The unit in which the period is counted. */
    unit: 'day' | 'month' | 'year'
    /** The number of units in a period: 3 with `month` is a quarter. */
    count: number
  } | null
  /** The subscription that the item renews, or that it has started since its payment; null for none. */
  subscription_id: string | null
  /** The free days with which the item begins a subscription, in place of a period; null for none. */
  trial_days: number | null
  /** The end of what the item gives, in place of the terms of its contents. */
  access_expires_at: string | null
  /** Whether it was added as a gift, by a promo code. */
  gift: boolean
  /** The items of the offer at the time of the order. */
  contents: ({
    /** The kind of the item: a course, a place in a group or flow, a webinar, or other. */
    kind: 'course' | 'group' | 'webinar' | 'other'
    /** The id of the course, group or webinar; null for other. */
    resource_id: string | null
    /** What the buyer reads in the list of what the offer contains. */
    name: string
    /** The duration of the access; null for no end. */
    term_days: number | null
  })[]
}

export interface OrderMarkPaidRequest {
  /** When the money was received and accesses begin. Default: now. */
  paid_at?: string
}

export interface OrderPreviewRequest {
  /** What is to be bought. */
  items: OrderItemAddRequest[]
  /** The country whose taxes apply; null for the school's own. Default: `null`. */
  country?: string | null
  /** A promo code, in any case. Default: `null`. */
  promo_code?: string | null
  /** The person who would order; null while unknown. Default: `null`. */
  user_id?: string | null
}

export interface OrderPreviewResult {
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
  /** The sums of the taxes of its items, by rate. */
  taxes: {
    /** The rate in hundredths of a percent: 1900 is 19 %. */
    basis_points: number
    /** Whether the price includes the tax; otherwise it is added. */
    included: boolean
    /** The tax itself. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount: number
    /** The name of the tax, such as `VAT`. */
    name: string
  }[]
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** The country whose taxes apply; null for none. */
  country: string | null
  /** The discount and where it comes from; null for none. */
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
  /** What would be bought, with its prices. */
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
    /** The tax on the amount after the discount; null for none. */
    tax: {
      /** The rate in hundredths of a percent: 1900 is 19 %. */
      basis_points: number
      /** Whether the price includes the tax; otherwise it is added. */
      included: boolean
      /** The tax itself. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
      amount: number
    } | null
    /** The period of a subscription; null for a price that is paid once. */
    interval: {
      /** The unit in which the period is counted. */
      unit: 'day' | 'month' | 'year'
      /** The number of units in a period: 3 with `month` is a quarter. */
      count: number
    } | null
    /** The subscription that the item renews, or that it has started since its payment; null for none. */
    subscription_id: string | null
    /** The free days with which the item begins a subscription, in place of a period; null for none. */
    trial_days: number | null
    /** The end of what the item gives, in place of the terms of its contents. */
    access_expires_at: string | null
    /** Whether it was added as a gift, by a promo code. */
    gift: boolean
    /** The items of the offer at the time of the order. */
    contents: ({
      /** The kind of the item: a course, a place in a group or flow, a webinar, or other. */
      kind: 'course' | 'group' | 'webinar' | 'other'
      /** The id of the course, group or webinar; null for other. */
      resource_id: string | null
      /** What the buyer reads in the list of what the offer contains. */
      name: string
      /** The duration of the access; null for no end. */
      term_days: number | null
    })[]
  })[]
  /** The parts by the instalment plans of the prices; empty for an order that is due at once. */
  instalments: {
    /** The time until which the part is to be paid. */
    due_at: string
    /** The sum of the part. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount: number
  }[]
  /** What is to be paid at once: all of it, or the first part. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  due_amount: number
}

export interface OrderUpdate {
  /** A note of staff on the order. */
  comment?: string
  /** The end of the payment term; null for none. */
  expires_at?: string | null
}

export type OrderSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'number' | '-number' | 'amount' | '-amount'
export type OrderExpand = 'user' | 'items.offer'
/** An item of the list with the relations of `expand`. */
export type OrderWith<E extends OrderExpand = never> = ('items.offer' extends E ? Omit<Order, 'items'> : Order) &
  ('user' extends E ? { user: User | null } : unknown) &
  ('items.offer' extends E ? { items: (Order['items'][number] & { offer: Offer | null })[] } : unknown)
/** The query of the list of Order. */
export interface OrderListQuery<E extends OrderExpand = OrderExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<OrderSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  user_id?: OneOrMany<string>
  status?: OneOrMany<'waiting_payment' | 'expired' | 'paid' | 'canceled' | 'refunded'>
  as_gift?: OneOrMany<boolean>
  checkout_id?: OneOrMany<string>
  subscription_id?: OneOrMany<string>
  partner_id?: OneOrMany<string>
  expires_at?: TimeFilter
  test?: OneOrMany<boolean>
  paid_at?: TimeFilter
  canceled_at?: TimeFilter
  expired_at?: TimeFilter
  refunded_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  id?: OneOrMany<string>
  offer_id?: OneOrMany<string>
  number?: NumberFilter
  amount?: NumberFilter
  currency?: OneOrMany<string>
}

/** Why `orders.list` can be refused. */
export type OrdersListReason = CommonReason
/** List orders. GET /v1/orders; needs orders:read. */
export function list<const E extends OrderExpand = never>(client: Caller, query: OrderListQuery<E> = {}, options: RequestOptions = {}): ListPromise<OrderWith<E>, OrdersListReason> {
  return client.list({ method: 'GET', path: '/v1/orders', query }, options)
}

/** Why `orders.create` can be refused. */
export type OrdersCreateReason = CommonReason | 'user_unknown' | 'partner_unknown' | 'partner_own_order' | 'term_past' | 'instalments_too_many' | 'offer_sold_out' | 'offer_unknown' | 'offer_not_on_sale' | 'price_unknown' | 'currencies_mixed' | 'amount_too_large' | 'contents_too_many' | 'taxes_too_many' | 'promo_code_unknown' | 'promo_code_inactive' | 'promo_code_early' | 'promo_code_expired' | 'promo_code_other_currency' | 'promo_code_other_offers' | 'promo_code_below_minimum' | 'promo_code_used_up' | 'promo_code_other_people' | 'promo_code_first_order_only' | 'promo_code_used_by_person' | 'gifts_too_many' | 'gift_of_subscription'
/** Create an order; the server computes the total, and one of 0 is paid at once. POST /v1/orders; needs orders:write. */
export function create(client: Caller, body: OrderCreate, options: RequestOptions = {}): ApiPromise<Order, OrdersCreateReason> {
  return client.call({ method: 'POST', path: '/v1/orders', body }, options)
}

/** Why `orders.preview` can be refused. */
export type OrdersPreviewReason = CommonReason | 'user_unknown' | 'instalments_too_many' | 'offer_unknown' | 'offer_not_on_sale' | 'price_unknown' | 'currencies_mixed' | 'amount_too_large' | 'contents_too_many' | 'taxes_too_many' | 'promo_code_unknown' | 'promo_code_inactive' | 'promo_code_early' | 'promo_code_expired' | 'promo_code_other_currency' | 'promo_code_other_offers' | 'promo_code_below_minimum' | 'promo_code_used_up' | 'promo_code_other_people' | 'promo_code_first_order_only' | 'promo_code_used_by_person'
/** Preview what an order of a basket would cost now, with discount, taxes and instalments. POST /v1/orders/preview; needs orders:read. */
export function preview(client: Caller, body: OrderPreviewRequest, options: RequestOptions = {}): ApiPromise<OrderPreviewResult, OrdersPreviewReason> {
  return client.call({ method: 'POST', path: '/v1/orders/preview', body }, options)
}

/** Why `orders.get` can be refused. */
export type OrdersGetReason = CommonReason
/** Get an order. GET /v1/orders/{id}; needs orders:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Order, OrdersGetReason> {
  return client.call({ method: 'GET', path: `/v1/orders/${encodeURIComponent(id)}` }, options)
}

/** Why `orders.update` can be refused. */
export type OrdersUpdateReason = CommonReason | 'order_already_paid' | 'order_canceled' | 'term_over' | 'term_past'
/** Change the comment of an order, or the payment term of an unpaid one. PATCH /v1/orders/{id}; needs orders:write. */
export function update(client: Caller, id: string, body: OrderUpdate = {}, options: RequestOptions = {}): ApiPromise<Order, OrdersUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/orders/${encodeURIComponent(id)}`, body }, options)
}

/** Why `orders.cancel` can be refused. */
export type OrdersCancelReason = CommonReason | 'order_already_paid' | 'order_canceled'
/** Cancel an unpaid order. POST /v1/orders/{id}/cancel; needs orders:write. */
export function cancel(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Order, OrdersCancelReason> {
  return client.call({ method: 'POST', path: `/v1/orders/${encodeURIComponent(id)}/cancel` }, options)
}

/** Why `orders.markPaid` can be refused. */
export type OrdersMarkPaidReason = CommonReason | 'order_already_paid' | 'order_canceled' | 'paid_in_future'
/** Mark an order as paid outside the platform: records a payment of the amount still due. POST /v1/orders/{id}/mark-paid; needs orders:write. */
export function markPaid(client: Caller, id: string, body: OrderMarkPaidRequest = {}, options: RequestOptions = {}): ApiPromise<Order, OrdersMarkPaidReason> {
  return client.call({ method: 'POST', path: `/v1/orders/${encodeURIComponent(id)}/mark-paid`, body }, options)
}

/** The operations of `orders` with a client. */
export class OrdersApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List orders. GET /v1/orders; needs orders:read. */
  list<const E extends OrderExpand = never>(query: OrderListQuery<E> = {}, options: RequestOptions = {}): ListPromise<OrderWith<E>, OrdersListReason> {
    return list(this.#client, query, options)
  }
  /** Create an order; the server computes the total, and one of 0 is paid at once. POST /v1/orders; needs orders:write. */
  create(body: OrderCreate, options: RequestOptions = {}): ApiPromise<Order, OrdersCreateReason> {
    return create(this.#client, body, options)
  }
  /** Preview what an order of a basket would cost now, with discount, taxes and instalments. POST /v1/orders/preview; needs orders:read. */
  preview(body: OrderPreviewRequest, options: RequestOptions = {}): ApiPromise<OrderPreviewResult, OrdersPreviewReason> {
    return preview(this.#client, body, options)
  }
  /** Get an order. GET /v1/orders/{id}; needs orders:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Order, OrdersGetReason> {
    return get(this.#client, id, options)
  }
  /** Change the comment of an order, or the payment term of an unpaid one. PATCH /v1/orders/{id}; needs orders:write. */
  update(id: string, body: OrderUpdate = {}, options: RequestOptions = {}): ApiPromise<Order, OrdersUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Cancel an unpaid order. POST /v1/orders/{id}/cancel; needs orders:write. */
  cancel(id: string, options: RequestOptions = {}): ApiPromise<Order, OrdersCancelReason> {
    return cancel(this.#client, id, options)
  }
  /** Mark an order as paid outside the platform: records a payment of the amount still due. POST /v1/orders/{id}/mark-paid; needs orders:write. */
  markPaid(id: string, body: OrderMarkPaidRequest = {}, options: RequestOptions = {}): ApiPromise<Order, OrdersMarkPaidReason> {
    return markPaid(this.#client, id, body, options)
  }}
