// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { Caller, ListPromise, OneOrMany, PageQuery, RequestOptions } from '../core/types.ts'

export interface Traffic {
  /** Source, medium and campaign. */
  id: string
  /** `utm_source`; empty without it, and for people of whom no visit is known. */
  source: string
  /** `utm_medium`; empty without it. */
  medium: string
  /** `utm_campaign`; empty without it. */
  campaign: string
  /** Which visit of a person counts: the first one, or the last one up to a payment. */
  touch: 'first' | 'last'
  /** People whose first visit was in the period, or their last one. */
  people: number
  /** Orders of this visit that were paid in full in the period. */
  orders: number
  /** The money of these people, a row for each currency. */
  money: ({
    /** The currency: an ISO 4217 code, such as `EUR`. */
    currency: string
    /** What people paid in the period whose visit this was. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    turnover: number
    /** What was returned of such payments in the period. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    refunds: number
    /** Turnover less refunds. In the minor unit of the currency; may be negative. */
    net: number
    /** From the settings: the share of `analytics.costs` in the period. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    cost: number
    /** Net turnover for each 100 of cost; null without costs. */
    payback_percent: number | null
  })[]
  /** The figures have the effects of all events up to this one, also where one behind it has its own already. */
  as_of: {
    /** The `sequence` of the last event that has had its effect; null before the journal has it, and while a restored school is counted anew. */
    sequence: number | null
    /** When that event happened; null before the first one, and while a restored school is counted anew. */
    at: string | null
  }
  /** The queries of what each figure counts. */
  drill: {
    /** Queries of exactly these objects; null if there are more than 500 of them, or more than 20,000 in the period: narrow it. */
    people: string[] | null
    /** Queries of exactly these objects; null if there are more than 500 of them, or more than 20,000 in the period: narrow it. */
    payments: string[] | null
    /** Queries of exactly these objects; null if there are more than 500 of them, or more than 20,000 in the period: narrow it. */
    refunds: string[] | null
    /** Queries of exactly these objects; null if there are more than 500 of them, or more than 20,000 in the period: narrow it. */
    orders: string[] | null
  }
}

/** The query of the list of Traffic. */
export interface TrafficListQuery extends PageQuery {
  from?: string
  to?: string
  touch?: OneOrMany<'first' | 'last'>
  source?: OneOrMany<string>
  medium?: OneOrMany<string>
  campaign?: OneOrMany<string>
}

/** Why `traffic.list` can be refused. */
export type TrafficListReason = CommonReason
/** List where people came from, what they bought, and the payback of each channel. GET /v1/analytics/traffic; needs analytics:read. */
export function list(client: Caller, query: TrafficListQuery = {}, options: RequestOptions = {}): ListPromise<Traffic, TrafficListReason> {
  return client.list({ method: 'GET', path: '/v1/analytics/traffic', query }, options)
}

/** The operations of `traffic` with a client. */
export class TrafficApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List where people came from, what they bought, and the payback of each channel. GET /v1/analytics/traffic; needs analytics:read. */
  list(query: TrafficListQuery = {}, options: RequestOptions = {}): ListPromise<Traffic, TrafficListReason> {
    return list(this.#client, query, options)
  }}
