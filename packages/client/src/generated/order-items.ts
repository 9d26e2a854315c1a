// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { OrderItemAddRequest } from './checkouts.ts'
import type { Offer } from './offers.ts'
import type { Order, OrderItem } from './orders.ts'

export interface OrderItemUpdate {
  /** How many are bought. */
  quantity?: number
  /** The price of one, in place of that of the offer. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  unit_amount?: number
}

export type OrderItemExpand = 'offer'
/** An item of the list with the relations of `expand`. */
export type OrderItemWith<E extends OrderItemExpand = never> = OrderItem &
  ('offer' extends E ? { offer: Offer | null } : unknown)
/** The query of the list of OrderItem. */
export interface OrderItemListQuery<E extends OrderItemExpand = OrderItemExpand> extends PageQuery {
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  offer_id?: OneOrMany<string>
  price_id?: OneOrMany<string>
  subscription_id?: OneOrMany<string>
  access_expires_at?: TimeFilter
  gift?: OneOrMany<boolean>
}

/** Why `orderItems.list` can be refused. */
export type OrderItemsListReason = CommonReason
/** List the items of an order. GET /v1/orders/{id}/items; needs orders:read. */
export function list<const E extends OrderItemExpand = never>(client: Caller, id: string, query: OrderItemListQuery<E> = {}, options: RequestOptions = {}): ListPromise<OrderItemWith<E>, OrderItemsListReason> {
  return client.list({ method: 'GET', path: `/v1/orders/${encodeURIComponent(id)}/items`, query }, options)
}

/** Why `orderItems.add` can be refused. */
export type OrderItemsAddReason = CommonReason | 'order_already_paid' | 'order_canceled' | 'order_part_paid' | 'offer_unknown' | 'offer_not_on_sale' | 'price_unknown' | 'currencies_mixed' | 'amount_too_large' | 'contents_too_many' | 'taxes_too_many' | 'gifts_too_many' | 'gift_of_subscription' | 'offer_sold_out' | 'order_items_limit_reached'
/** Add an item to an unpaid order. POST /v1/orders/{id}/items; needs orders:write. */
export function add(client: Caller, id: string, body: OrderItemAddRequest, options: RequestOptions = {}): ApiPromise<Order, OrderItemsAddReason> {
  return client.call({ method: 'POST', path: `/v1/orders/${encodeURIComponent(id)}/items`, body }, options)
}

/** Why `orderItems.update` can be refused. */
export type OrderItemsUpdateReason = CommonReason | 'order_already_paid' | 'order_canceled' | 'order_part_paid' | 'gifts_too_many' | 'gift_of_subscription' | 'gift_item_fixed' | 'amount_too_large' | 'offer_sold_out'
/** Change the quantity of an item, or set its price manually; discount and taxes are recomputed. PATCH /v1/orders/{id}/items/{itemId}; needs orders:write. */
export function update(client: Caller, id: string, itemId: string, body: OrderItemUpdate = {}, options: RequestOptions = {}): ApiPromise<Order, OrderItemsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/orders/${encodeURIComponent(id)}/items/${encodeURIComponent(itemId)}`, body }, options)
}

/** Why `orderItems.delete` can be refused. */
export type OrderItemsDeleteReason = CommonReason | 'order_already_paid' | 'order_canceled' | 'order_part_paid' | 'gift_item_fixed' | 'order_needs_item'
/** Remove an item from an unpaid order. DELETE /v1/orders/{id}/items/{itemId}; needs orders:write. */
function delete_(client: Caller, id: string, itemId: string, options: RequestOptions = {}): ApiPromise<Order, OrderItemsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/orders/${encodeURIComponent(id)}/items/${encodeURIComponent(itemId)}` }, options)
}

export { delete_ as delete }

/** The operations of `orderItems` with a client. */
export class OrderItemsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the items of an order. GET /v1/orders/{id}/items; needs orders:read. */
  list<const E extends OrderItemExpand = never>(id: string, query: OrderItemListQuery<E> = {}, options: RequestOptions = {}): ListPromise<OrderItemWith<E>, OrderItemsListReason> {
    return list(this.#client, id, query, options)
  }
  /** Add an item to an unpaid order. POST /v1/orders/{id}/items; needs orders:write. */
  add(id: string, body: OrderItemAddRequest, options: RequestOptions = {}): ApiPromise<Order, OrderItemsAddReason> {
    return add(this.#client, id, body, options)
  }
  /** Change the quantity of an item, or set its price manually; discount and taxes are recomputed. PATCH /v1/orders/{id}/items/{itemId}; needs orders:write. */
  update(id: string, itemId: string, body: OrderItemUpdate = {}, options: RequestOptions = {}): ApiPromise<Order, OrderItemsUpdateReason> {
    return update(this.#client, id, itemId, body, options)
  }
  /** Remove an item from an unpaid order. DELETE /v1/orders/{id}/items/{itemId}; needs orders:write. */
  delete(id: string, itemId: string, options: RequestOptions = {}): ApiPromise<Order, OrderItemsDeleteReason> {
    return delete_(this.#client, id, itemId, options)
  }}
