// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface OrderInstalment {
  /** The order's id and the number of the part. */
  id: string
  /** The place of the part in the schedule. */
  number: number
  /** The time until which it is to be paid; null for no term. */
  due_at: string | null
  /** The sum of the part. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** What is paid of it: payments fill the parts one after the other. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  paid_amount: number
  /** `overdue` once its term has passed unpaid; `canceled` with its order. */
  status: 'waiting' | 'part_paid' | 'paid' | 'overdue' | 'canceled'
}

export interface OrderInstalmentReplaceRequest {
  /** The parts, the order's amount in all. If the amount changes, they change in proportion. */
  instalments: {
    /** The time until which the part is to be paid. */
    due_at: string
    /** The sum of the part. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount: number
  }[]
}

export interface OrderInstalmentReplaceResult {
  /** The id of the order. */
  id: string
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** The parts after the change. */
  instalments: OrderInstalment[]
}

/** The query of the list of OrderInstalment. */
export interface OrderInstalmentListQuery extends PageQuery {
  due_at?: TimeFilter
  status?: OneOrMany<'waiting' | 'part_paid' | 'paid' | 'overdue' | 'canceled'>
}

/** Why `orderInstalments.list` can be refused. */
export type OrderInstalmentsListReason = CommonReason
/** List the instalments of an order, and how much of each is paid. GET /v1/orders/{id}/instalments; needs orders:read. */
export function list(client: Caller, id: string, query: OrderInstalmentListQuery = {}, options: RequestOptions = {}): ListPromise<OrderInstalment, OrderInstalmentsListReason> {
  return client.list({ method: 'GET', path: `/v1/orders/${encodeURIComponent(id)}/instalments`, query }, options)
}

/** Why `orderInstalments.replace` can be refused. */
export type OrderInstalmentsReplaceReason = CommonReason | 'order_already_paid' | 'order_canceled' | 'order_part_paid' | 'instalments_invalid'
/** Replace the instalments of an order on which nothing has been paid; an empty list means one payment. PUT /v1/orders/{id}/instalments; needs orders:write. */
export function replace(client: Caller, id: string, body: OrderInstalmentReplaceRequest, options: RequestOptions = {}): ApiPromise<OrderInstalmentReplaceResult, OrderInstalmentsReplaceReason> {
  return client.call({ method: 'PUT', path: `/v1/orders/${encodeURIComponent(id)}/instalments`, body }, options)
}

/** The operations of `orderInstalments` with a client. */
export class OrderInstalmentsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the instalments of an order, and how much of each is paid. GET /v1/orders/{id}/instalments; needs orders:read. */
  list(id: string, query: OrderInstalmentListQuery = {}, options: RequestOptions = {}): ListPromise<OrderInstalment, OrderInstalmentsListReason> {
    return list(this.#client, id, query, options)
  }
  /** Replace the instalments of an order on which nothing has been paid; an empty list means one payment. PUT /v1/orders/{id}/instalments; needs orders:write. */
  replace(id: string, body: OrderInstalmentReplaceRequest, options: RequestOptions = {}): ApiPromise<OrderInstalmentReplaceResult, OrderInstalmentsReplaceReason> {
    return replace(this.#client, id, body, options)
  }}
