// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { Order } from './orders.ts'
import type { PaymentSummary } from './payments.ts'
import type { User } from './users.ts'

export interface Refund {
  /** The id of the refund. */
  id: string
  /** The id of the payment. */
  payment_id: string
  /** The id of the order. */
  order_id: string
  /** The id of the user. */
  user_id: string
  /** The sum that is returned. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** The part that the payment had no money left for: it was returned twice, and the person owes it to the school. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  excess_amount: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** `pending` until the provider has returned the money, then `succeeded` or `failed`. */
  status: 'pending' | 'succeeded' | 'failed'
  /** Why the money is returned; for staff. */
  reason: string
  /** The provider's id of the refund. */
  provider_reference: string | null
  /** The reason of a failed refund. */
  failure: {
    /** Why it was declined, in one word for all providers. */
    class: 'declined' | 'insufficient_funds' | 'expired_card' | 'authentication_required' | 'fraud' | 'unavailable' | 'other'
    /** The words of the provider. */
    message: string
  } | null
  /** Whether it is of a test payment: no money moved. */
  test: boolean
  /** What the refund changes besides the money. */
  consequences: {
    /** The state of the order after the refund. */
    order_status: 'waiting_payment' | 'expired' | 'paid' | 'canceled' | 'refunded'
    /** The accesses and places that the order gave, and that end; of gifts, to those who have redeemed them. */
    access: ({
      /** The kind of what ends: a course, a group, a webinar, or something else. */
      kind: 'course' | 'group' | 'webinar' | 'other'
      /** The id of the course, group or webinar; null for other. */
      resource_id: string | null
    })[]
    /** The receipt of the refund; null for none. */
    receipt: {
      /** The sum of the receipt. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
      amount: number
    } | null
    /** The amounts that are taken back from partners. */
    accruals: {
      /** The id of the partner accrual. */
      accrual_id: string
      /** The id of the partner. */
      partner_id: string
      /** What is taken back. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
      amount: number
    }[]
    /** The first of `subscriptions`; null for none. */
    subscription: {
      /** The id of the subscription. */
      subscription_id: string
      /** The state of the subscription after the refund. */
      status: string
    } | null
    /** The subscriptions that end with their present period, and their states after the refund. */
    subscriptions: {
      /** The id of the subscription. */
      subscription_id: string
      /** The state of the subscription after the refund. */
      status: string
    }[]
    /** Credit of subscriptions that the money had become: what the refund takes of it, and what is left of it. */
    credits: {
      /** The id of the subscription. */
      subscription_id: string
      /** What the refund takes of the credit. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
      amount: number
      /** What is left of the credit. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
      left_amount: number
    }[]
    /** Gifts that the order bought or was paid with, and their states after the refund. */
    gifts: {
      /** The id of the gift. */
      gift_id: string
      /** The state of the gift after the refund. */
      status: string
    }[]
  }
  /** When the money was returned; null if it has not been. */
  refunded_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the refund was created. */
  created_at: string
  /** When the refund last changed. */
  updated_at: string
}

export type RefundSort = 'created_at' | '-created_at'
export type RefundExpand = 'user' | 'order' | 'payment'
/** An item of the list with the relations of `expand`. */
export type RefundWith<E extends RefundExpand = never> = Refund &
  ('user' extends E ? { user: User | null } : unknown) &
  ('order' extends E ? { order: Order | null } : unknown) &
  ('payment' extends E ? { payment: PaymentSummary | null } : unknown)
/** The query of the list of Refund. */
export interface RefundListQuery<E extends RefundExpand = RefundExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<RefundSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  payment_id?: OneOrMany<string>
  order_id?: OneOrMany<string>
  user_id?: OneOrMany<string>
  status?: OneOrMany<'pending' | 'succeeded' | 'failed'>
  test?: OneOrMany<boolean>
  refunded_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  id?: OneOrMany<string>
  provider_reference?: OneOrMany<string>
  returned_twice?: OneOrMany<boolean>
  payment_method?: OneOrMany<'manual' | 'cash' | 'bank_transfer' | 'card' | 'certificate' | 'none' | 'other'>
  currency?: OneOrMany<string>
  offer_id?: OneOrMany<string>
}

/** Why `refunds.list` can be refused. */
export type RefundsListReason = CommonReason
/** List refunds. GET /v1/refunds; needs refunds:read. */
export function list<const E extends RefundExpand = never>(client: Caller, query: RefundListQuery<E> = {}, options: RequestOptions = {}): ListPromise<RefundWith<E>, RefundsListReason> {
  return client.list({ method: 'GET', path: '/v1/refunds', query }, options)
}

/** Why `refunds.get` can be refused. */
export type RefundsGetReason = CommonReason
/** Get a refund. GET /v1/refunds/{id}; needs refunds:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Refund, RefundsGetReason> {
  return client.call({ method: 'GET', path: `/v1/refunds/${encodeURIComponent(id)}` }, options)
}

/** The operations of `refunds` with a client. */
export class RefundsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List refunds. GET /v1/refunds; needs refunds:read. */
  list<const E extends RefundExpand = never>(query: RefundListQuery<E> = {}, options: RequestOptions = {}): ListPromise<RefundWith<E>, RefundsListReason> {
    return list(this.#client, query, options)
  }
  /** Get a refund. GET /v1/refunds/{id}; needs refunds:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Refund, RefundsGetReason> {
    return get(this.#client, id, options)
  }}
