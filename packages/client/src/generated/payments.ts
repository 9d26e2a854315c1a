// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { Order } from './orders.ts'
import type { User } from './users.ts'

export interface Payment {
  /** The id of the payment. */
  id: string
  /** The id of the order. */
  order_id: string
  /** The id of the user. */
  user_id: string
  /** The subscription whose period it pays. */
  subscription_id: string | null
  /** The payment provider; null for money received outside. */
  provider_id: string | null
  /** `pending` until the provider or staff confirm it; only `succeeded` is money received. */
  status: 'pending' | 'succeeded' | 'failed'
  /** The method of the payment; `manual` for an order marked as paid, `none` for an amount of 0. */
  method: 'manual' | 'cash' | 'bank_transfer' | 'card' | 'certificate' | 'none' | 'other'
  /** The sum that is or was to be paid. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** The sum of its refunds. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  refunded_amount: number
  /** The provider's fee. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  fee_amount: number | null
  /** The provider's id of the payment, or the number of a transfer. */
  provider_reference: string | null
  /** The reason of a failed payment. */
  failure: {
    /** Why it was declined, in one word for all providers. */
    class: 'declined' | 'insufficient_funds' | 'expired_card' | 'authentication_required' | 'fraud' | 'unavailable' | 'other'
    /** The words of the provider. */
    message: string
  } | null
  /** The state of a chargeback; null for none. */
  dispute: 'open' | 'won' | 'lost' | null
  /** Whether no money moved: a payment by a test connection, or of a test order. */
  test: boolean
  /** A note of staff on the payment. */
  comment: string
  /** When the money was received; null if it has not been. */
  paid_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the payment was created. */
  created_at: string
  /** When the payment last changed. */
  updated_at: string
  /** The receipts of the payment, its refunds and their corrections, the oldest first. */
  receipts: ({
    /** The id of the receipt. */
    id: string
    /** Whether it confirms a payment, a refund, or corrects an earlier receipt. */
    kind: 'payment' | 'refund' | 'correction'
    /** Counts the issued receipts of the school from 1, without gaps; null until the receipt is issued. Receipts of test payments have a series of their own. */
    number: number | null
    /** `pending` until it has its number; `failed` if the fiscal service refused it or gave no answer. */
    status: 'pending' | 'failed' | 'issued'
    /** The sum of the lines. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount: number
  })[]
}

export interface PaymentCreate {
  /** The id of the order. */
  order_id: string
  /** Default: what is still due. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount?: number
  /** The way in which the money was received. Default: `"manual"`. */
  method?: 'manual' | 'cash' | 'bank_transfer' | 'card' | 'other'
  /** When the money was received. Default: now. */
  paid_at?: string
  /** The number of the transfer, the cheque or the receipt. Default: `null`. */
  provider_reference?: string | null
  /** A note of staff on the payment. Default: `""`. */
  comment?: string
}

export interface PaymentSummary {
  /** The id of the payment. */
  id: string
  /** The id of the order. */
  order_id: string
  /** The id of the user. */
  user_id: string
  /** The subscription whose period it pays. */
  subscription_id: string | null
  /** The payment provider; null for money received outside. */
  provider_id: string | null
  /** `pending` until the provider or staff confirm it; only `succeeded` is money received. */
  status: 'pending' | 'succeeded' | 'failed'
  /** The method of the payment; `manual` for an order marked as paid, `none` for an amount of 0. */
  method: 'manual' | 'cash' | 'bank_transfer' | 'card' | 'certificate' | 'none' | 'other'
  /** The sum that is or was to be paid. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** The sum of its refunds. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  refunded_amount: number
  /** The provider's fee. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  fee_amount: number | null
  /** The provider's id of the payment, or the number of a transfer. */
  provider_reference: string | null
  /** The reason of a failed payment. */
  failure: {
    /** Why it was declined, in one word for all providers. */
    class: 'declined' | 'insufficient_funds' | 'expired_card' | 'authentication_required' | 'fraud' | 'unavailable' | 'other'
    /** The words of the provider. */
    message: string
  } | null
  /** The state of a chargeback; null for none. */
  dispute: 'open' | 'won' | 'lost' | null
  /** Whether no money moved: a payment by a test connection, or of a test order. */
  test: boolean
  /** A note of staff on the payment. */
  comment: string
  /** When the money was received; null if it has not been. */
  paid_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the payment was created. */
  created_at: string
  /** When the payment last changed. */
  updated_at: string
}

export type PaymentSort = 'created_at' | '-created_at'
export type PaymentExpand = 'user' | 'order'
/** An item of the list with the relations of `expand`. */
export type PaymentWith<E extends PaymentExpand = never> = PaymentSummary &
  ('user' extends E ? { user: User | null } : unknown) &
  ('order' extends E ? { order: Order | null } : unknown)
/** The query of the list of Payment. */
export interface PaymentListQuery<E extends PaymentExpand = PaymentExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<PaymentSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  order_id?: OneOrMany<string>
  user_id?: OneOrMany<string>
  subscription_id?: OneOrMany<string>
  provider_id?: OneOrMany<string>
  status?: OneOrMany<'pending' | 'succeeded' | 'failed'>
  method?: OneOrMany<'manual' | 'cash' | 'bank_transfer' | 'card' | 'certificate' | 'none' | 'other'>
  dispute?: OneOrMany<'open' | 'won' | 'lost'>
  test?: OneOrMany<boolean>
  paid_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  id?: OneOrMany<string>
  provider_reference?: OneOrMany<string>
  currency?: OneOrMany<string>
  offer_id?: OneOrMany<string>
}

/** Why `payments.list` can be refused. */
export type PaymentsListReason = CommonReason
/** List payments. GET /v1/payments; needs payments:read. */
export function list<const E extends PaymentExpand = never>(client: Caller, query: PaymentListQuery<E> = {}, options: RequestOptions = {}): ListPromise<PaymentWith<E>, PaymentsListReason> {
  return client.list({ method: 'GET', path: '/v1/payments', query }, options)
}

/** Why `payments.create` can be refused. */
export type PaymentsCreateReason = CommonReason | 'order_unknown' | 'payment_above_due' | 'order_already_paid' | 'order_canceled' | 'paid_in_future'
/** Record a payment received outside the platform, for an order or a part of it. POST /v1/payments; needs payments:write. */
export function create(client: Caller, body: PaymentCreate, options: RequestOptions = {}): ApiPromise<PaymentSummary, PaymentsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/payments', body }, options)
}

/** Why `payments.get` can be refused. */
export type PaymentsGetReason = CommonReason
/** Get a payment and its receipts. GET /v1/payments/{id}; needs payments:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Payment, PaymentsGetReason> {
  return client.call({ method: 'GET', path: `/v1/payments/${encodeURIComponent(id)}` }, options)
}

/** The operations of `payments` with a client. */
export class PaymentsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List payments. GET /v1/payments; needs payments:read. */
  list<const E extends PaymentExpand = never>(query: PaymentListQuery<E> = {}, options: RequestOptions = {}): ListPromise<PaymentWith<E>, PaymentsListReason> {
    return list(this.#client, query, options)
  }
  /** Record a payment received outside the platform, for an order or a part of it. POST /v1/payments; needs payments:write. */
  create(body: PaymentCreate, options: RequestOptions = {}): ApiPromise<PaymentSummary, PaymentsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a payment and its receipts. GET /v1/payments/{id}; needs payments:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Payment, PaymentsGetReason> {
    return get(this.#client, id, options)
  }}
