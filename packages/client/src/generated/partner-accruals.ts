// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface PartnerAccrual {
  /** The id of the partner accrual. */
  id: string
  /** The id of the partner. */
  partner_id: string
  /** The id of the order. */
  order_id: string
  /** The id of the payment. */
  payment_id: string
  /** For taken_back: the refund. For earned: the refund that has failed after all. */
  refund_id: string | null
  /** Earned by a payment, or taken back by its refund. */
  kind: 'earned' | 'taken_back'
  /** What the partner earned, or what was taken back. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** The partner's share at the first payment. */
  basis_points: number
  /** The end of the refund term; until then it is held. */
  available_at: string
  /** The payout that settled it; null before. */
  payout_id: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the partner accrual was created. */
  created_at: string
  /** When the partner accrual last changed. */
  updated_at: string
}

export type PartnerAccrualSort = 'created_at' | '-created_at' | 'available_at' | '-available_at'
/** The query of the list of PartnerAccrual. */
export interface PartnerAccrualListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<PartnerAccrualSort>
  partner_id?: OneOrMany<string>
  order_id?: OneOrMany<string>
  payment_id?: OneOrMany<string>
  refund_id?: OneOrMany<string>
  kind?: OneOrMany<'earned' | 'taken_back'>
  available_at?: TimeFilter
  payout_id?: OneOrMany<string>
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `partnerAccruals.list` can be refused. */
export type PartnerAccrualsListReason = CommonReason
/** List the earnings of partners and their reversals by refunds, order by order. GET /v1/partner-accruals; needs partner-accruals:read. */
export function list(client: Caller, query: PartnerAccrualListQuery = {}, options: RequestOptions = {}): ListPromise<PartnerAccrual, PartnerAccrualsListReason> {
  return client.list({ method: 'GET', path: '/v1/partner-accruals', query }, options)
}

/** The operations of `partnerAccruals` with a client. */
export class PartnerAccrualsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the earnings of partners and their reversals by refunds, order by order. GET /v1/partner-accruals; needs partner-accruals:read. */
  list(query: PartnerAccrualListQuery = {}, options: RequestOptions = {}): ListPromise<PartnerAccrual, PartnerAccrualsListReason> {
    return list(this.#client, query, options)
  }}
