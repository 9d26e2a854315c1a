// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface PaymentLink {
  /** The id of the order. */
  order_id: string
  /** The page on which everybody with the link can pay. */
  url: string
  /** The amount that the link asks for now; 0 where a card is added for later charges. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** When the payment link expires. */
  expires_at: string
}

export interface PaymentLinkCreate {
  /** A part of the amount that is due; absent for all of it, also if the order changes. Of instalments it asks for one after the other. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount?: number
  /** When the link ends, if the payment does not end it. Default: the end of the order's payment term, else in seven days, after the last of its instalments. */
  expires_at?: string
}

/** Why `paymentLinks.create` can be refused. */
export type PaymentLinksCreateReason = CommonReason | 'order_already_paid' | 'order_canceled' | 'link_part_too_large' | 'link_term_invalid' | 'payment_unavailable'
/** Create a link to the payment page of an order; of a paid one, to the page that saves a card for later charges. POST /v1/orders/{id}/payment-link; needs orders:write. */
export function create(client: Caller, id: string, body: PaymentLinkCreate = {}, options: RequestOptions = {}): ApiPromise<PaymentLink, PaymentLinksCreateReason> {
  return client.call({ method: 'POST', path: `/v1/orders/${encodeURIComponent(id)}/payment-link`, body }, options)
}

/** The operations of `paymentLinks` with a client. */
export class PaymentLinksApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Create a link to the payment page of an order; of a paid one, to the page that saves a card for later charges. POST /v1/orders/{id}/payment-link; needs orders:write. */
  create(id: string, body: PaymentLinkCreate = {}, options: RequestOptions = {}): ApiPromise<PaymentLink, PaymentLinksCreateReason> {
    return create(this.#client, id, body, options)
  }}
