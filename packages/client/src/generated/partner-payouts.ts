// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface PartnerPayout {
  /** The id of the partner payout. */
  id: string
  /** The id of the partner. */
  partner_id: string
  /** The sum that was transferred to the partner. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** The number of accruals that it settled. */
  accruals_count: number
  /** The number of the transfer, or another reference to it. */
  reference: string
  /** A note of staff on the payout. */
  comment: string
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the partner payout was created. */
  created_at: string
  /** When the partner payout last changed. */
  updated_at: string
}

export interface PartnerPayoutCreate {
  /** The id of the partner. */
  partner_id: string
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** The amount that was transferred; refused if another one is available. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount?: number
  /** The number of the transfer, or another reference to it. Default: `""`. */
  reference?: string
  /** A note of staff on the payout. Default: `""`. */
  comment?: string
}

export type PartnerPayoutSort = 'created_at' | '-created_at' | 'amount' | '-amount'
/** The query of the list of PartnerPayout. */
export interface PartnerPayoutListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<PartnerPayoutSort>
  partner_id?: OneOrMany<string>
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `partnerPayouts.list` can be refused. */
export type PartnerPayoutsListReason = CommonReason
/** List payouts to partners. GET /v1/partner-payouts; needs partner-payouts:read. */
export function list(client: Caller, query: PartnerPayoutListQuery = {}, options: RequestOptions = {}): ListPromise<PartnerPayout, PartnerPayoutsListReason> {
  return client.list({ method: 'GET', path: '/v1/partner-payouts', query }, options)
}

/** Why `partnerPayouts.create` can be refused. */
export type PartnerPayoutsCreateReason = CommonReason | 'partner_unknown' | 'partner_nothing_available' | 'partner_amount_differs'
/** Record a payout of a partner's available balance in one currency. POST /v1/partner-payouts; needs partner-payouts:write. */
export function create(client: Caller, body: PartnerPayoutCreate, options: RequestOptions = {}): ApiPromise<PartnerPayout, PartnerPayoutsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/partner-payouts', body }, options)
}

/** The operations of `partnerPayouts` with a client. */
export class PartnerPayoutsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List payouts to partners. GET /v1/partner-payouts; needs partner-payouts:read. */
  list(query: PartnerPayoutListQuery = {}, options: RequestOptions = {}): ListPromise<PartnerPayout, PartnerPayoutsListReason> {
    return list(this.#client, query, options)
  }
  /** Record a payout of a partner's available balance in one currency. POST /v1/partner-payouts; needs partner-payouts:write. */
  create(body: PartnerPayoutCreate, options: RequestOptions = {}): ApiPromise<PartnerPayout, PartnerPayoutsCreateReason> {
    return create(this.#client, body, options)
  }}
