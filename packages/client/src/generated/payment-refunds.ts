// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface PaymentRefundRequest {
  /** Default: what is left of the payment. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount?: number
  /** Why the money is returned; for staff. Default: `""`. */
  reason?: string
  /** Records money that was returned outside of the provider. Payments without a provider are always refunded outside. Default: `false`. */
  outside?: boolean
  /** Shows the refund and its consequences, and changes nothing. Default: `false`. */
  dry_run?: boolean
}

export interface PaymentRefundResult {
  /** The id of the refund; null for a dry run. */
  id: string | null
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
  /** The state of the refund; null for a dry run. */
  status: 'pending' | 'succeeded' | 'failed' | null
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
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Whether the answer only shows what a refund would do. */
  dry_run: boolean
}

/** Why `paymentRefunds.refund` can be refused. */
export type PaymentRefundsRefundReason = CommonReason | 'payment_not_received' | 'payment_disputed' | 'payment_refunded' | 'payment_credited' | 'refund_above_payment' | 'outcome_unknown'
/** Refund a payment in full or in part; dry_run previews the refund without a change. POST /v1/payments/{id}/refund; needs payments:write. */
export function refund(client: Caller, id: string, body: PaymentRefundRequest = {}, options: RequestOptions = {}): ApiPromise<PaymentRefundResult, PaymentRefundsRefundReason> {
  return client.call({ method: 'POST', path: `/v1/payments/${encodeURIComponent(id)}/refund`, body }, options)
}

/** The operations of `paymentRefunds` with a client. */
export class PaymentRefundsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Refund a payment in full or in part; dry_run previews the refund without a change. POST /v1/payments/{id}/refund; needs payments:write. */
  refund(id: string, body: PaymentRefundRequest = {}, options: RequestOptions = {}): ApiPromise<PaymentRefundResult, PaymentRefundsRefundReason> {
    return refund(this.#client, id, body, options)
  }}
