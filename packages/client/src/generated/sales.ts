// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { Caller, ListPromise, OneOrMany, PageQuery, RequestOptions } from '../core/types.ts'

export interface Sale {
  /** The first day, the currency, and the offer if figures are divided by offers. */
  id: string
  /** The first day. */
  start: string
  /** The day after the last one. */
  end: string
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** The offer that the figures are of; null unless `divided` is `offer`. */
  offer_id: string | null
  /** Money received in these days, without test payments and without what certificates paid. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  turnover: number
  /** The number of payments of money received in these days. */
  payments: number
  /** What gift certificates paid of orders in these days: no money moved. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  certificates: number
  /** The number of orders paid by nothing: free ones, and redeemed gifts. */
  free_orders: number
  /** Refunds made in these days, whenever the payment was received. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  refunds: number
  /** The number of refunds made in these days. */
  refund_count: number
  /** Turnover less refunds. In the minor unit of the currency; may be negative. */
  net: number
  /** Turnover for each payment of money; null without one. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  average_check: number | null
  /** The figures have the effects of all events up to this one, also where one behind it has its own already. */
  as_of: {
    /** The `sequence` of the last event that has had its effect; null before the journal has it, and while a restored school is counted anew. */
    sequence: number | null
    /** When that event happened; null before the first one, and while a restored school is counted anew. */
    at: string | null
  }
  /** The queries of exactly these payments and refunds. Of an order with several offers each has its share of the money. */
  drill: {
    /** The query that lists the payments. */
    payments: string
    /** The query that lists the refunds. */
    refunds: string
  }
}

/** The query of the list of Sale. */
export interface SaleListQuery extends PageQuery {
  from?: string
  to?: string
  step?: OneOrMany<'day' | 'week' | 'month'>
  divided?: OneOrMany<'offer'>
  currency?: OneOrMany<string>
  offer_id?: OneOrMany<string>
}

/** Why `sales.list` can be refused. */
export type SalesListReason = CommonReason
/** List turnover, payments, refunds and average check by step of time, currency and offer. GET /v1/analytics/sales; needs analytics:read. */
export function list(client: Caller, query: SaleListQuery = {}, options: RequestOptions = {}): ListPromise<Sale, SalesListReason> {
  return client.list({ method: 'GET', path: '/v1/analytics/sales', query }, options)
}

/** The operations of `sales` with a client. */
export class SalesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List turnover, payments, refunds and average check by step of time, currency and offer. GET /v1/analytics/sales; needs analytics:read. */
  list(query: SaleListQuery = {}, options: RequestOptions = {}): ListPromise<Sale, SalesListReason> {
    return list(this.#client, query, options)
  }}
