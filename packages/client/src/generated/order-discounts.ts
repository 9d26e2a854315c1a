// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'
import type { Order } from './orders.ts'

export interface OrderDiscountApplyRequest {
  /** A promo code, in any case. */
  promo_code?: string
  /** The percentage deducted, in place of a fixed amount. */
  percent?: number
  /** At most the amount of the items is deducted. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount_off?: number
  /** For a percentage or an amount: why it is given. */
  reason?: string
}

/** Why `orderDiscounts.apply` can be refused. */
export type OrderDiscountsApplyReason = CommonReason | 'order_already_paid' | 'order_canceled' | 'order_part_paid' | 'promo_code_unknown' | 'promo_code_inactive' | 'promo_code_early' | 'promo_code_expired' | 'promo_code_other_currency' | 'promo_code_other_offers' | 'promo_code_below_minimum' | 'promo_code_used_up' | 'promo_code_other_people' | 'promo_code_first_order_only' | 'promo_code_used_by_person' | 'gifts_too_many' | 'gift_of_subscription' | 'offer_unknown' | 'contents_too_many' | 'amount_too_large'
/** Apply a promo code, a percentage or an amount; it replaces the current discount of the order. POST /v1/orders/{id}/discount; needs orders:write. */
export function apply(client: Caller, id: string, body: OrderDiscountApplyRequest, options: RequestOptions = {}): ApiPromise<Order, OrderDiscountsApplyReason> {
  return client.call({ method: 'POST', path: `/v1/orders/${encodeURIComponent(id)}/discount`, body }, options)
}

/** Why `orderDiscounts.delete` can be refused. */
export type OrderDiscountsDeleteReason = CommonReason | 'order_already_paid' | 'order_canceled' | 'order_part_paid' | 'amount_too_large'
/** Remove the discount of an order; a use of its promo code becomes free, and its gift item is removed. DELETE /v1/orders/{id}/discount; needs orders:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Order, OrderDiscountsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/orders/${encodeURIComponent(id)}/discount` }, options)
}

export { delete_ as delete }

/** The operations of `orderDiscounts` with a client. */
export class OrderDiscountsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Apply a promo code, a percentage or an amount; it replaces the current discount of the order. POST /v1/orders/{id}/discount; needs orders:write. */
  apply(id: string, body: OrderDiscountApplyRequest, options: RequestOptions = {}): ApiPromise<Order, OrderDiscountsApplyReason> {
    return apply(this.#client, id, body, options)
  }
  /** Remove the discount of an order; a use of its promo code becomes free, and its gift item is removed. DELETE /v1/orders/{id}/discount; needs orders:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<Order, OrderDiscountsDeleteReason> {
    return delete_(this.#client, id, options)
  }}
