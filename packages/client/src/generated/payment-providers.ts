// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedPaymentProvider {
  /** The id of the payment provider. */
  id: string
  /** Always true: the payment provider was deleted. */
  deleted: true
}

export interface PaymentProvider {
  /** The id of the payment provider. */
  id: string
  /** `manual`: staff record the money. `test`: a sandbox that moves no money and takes the card networks’ test cards. `stripe`: Stripe Checkout and saved cards. */
  kind: 'manual' | 'test' | 'stripe'
  /** The name that people read on the payment page. */
  name: string
  /** Whether payments move real money. A school in test mode offers its test connections, a live school its live ones; both offer manual ones. */
  mode: 'test' | 'live'
  /** An inactive connection takes no new payments; refunds and callbacks still work. */
  active: boolean
  /** Its place on the payment page; the lowest comes first. */
  position: number
  /** The currencies that it takes; empty for all. */
  currencies: string[]
  /** How to pay, for people; shown on the payment page of a manual connection. */
  instructions: string
  /** The secrets that are set. Their values are never shown. */
  secret_names: ('api_key' | 'webhook_secret')[]
  /** The path of its callbacks, behind the address of the school: enter it at the provider. Null for none. An endpoint at Stripe sends charge.succeeded, payment_intent.payment_failed, checkout.session.expired, charge.dispute.created, charge.dispute.updated, charge.dispute.closed, charge.dispute.funds_reinstated, refund.created, refund.updated, refund.failed, setup_intent.succeeded, setup_intent.setup_failed, invoice.paid, invoice.payment_failed, customer.subscription.updated, customer.subscription.deleted. */
  callback_path: string | null
  /** Whether payments by the connection succeed. */
  health: {
    /** `failing` while the last payment failed because the provider was unavailable or refused the credentials. */
    status: 'unused' | 'ok' | 'failing'
    /** When the last payment got its outcome; null for none. */
    last_payment_at: string | null
    /** While failing: the words of the provider. */
    last_failure: string | null
  }
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the payment provider was created. */
  created_at: string
  /** When the payment provider last changed. */
  updated_at: string
}

export interface PaymentProviderCreate {
  /** `manual`: staff record the money. `test`: a sandbox that moves no money and takes the card networks’ test cards. `stripe`: Stripe Checkout and saved cards. */
  kind: 'manual' | 'test' | 'stripe'
  /** The name that people read on the payment page. */
  name: string
  /** An inactive connection takes no new payments; refunds and callbacks still work. Default: `true`. */
  active?: boolean
  /** Its place on the payment page; the lowest comes first. Default: `1`. */
  position?: number
  /** The currencies that it takes; empty for all. Default: `[]`. */
  currencies?: string[]
  /** How to pay, for people; shown on the payment page of a manual connection. Default: `""`. */
  instructions?: string
  /** Stored encrypted and never shown. Default: `{}`. */
  secrets?: {
    /** For stripe: a secret or restricted key, sk_… or rk_…. */
    api_key?: string
    /** Checks the signatures of callbacks. For stripe: the signing secret of the endpoint, whsec_…. */
    webhook_secret?: string
  }
}

export interface PaymentProviderUpdate {
  /** The name that people read on the payment page. */
  name?: string
  /** An inactive connection takes no new payments; refunds and callbacks still work. */
  active?: boolean
  /** Its place on the payment page; the lowest comes first. */
  position?: number
  /** The currencies that it takes; empty for all. */
  currencies?: string[]
  /** How to pay, for people; shown on the payment page of a manual connection. */
  instructions?: string
  /** Absent secrets stay as they are. */
  secrets?: {
    /** For stripe: a secret or restricted key, sk_… or rk_…. */
    api_key?: string
    /** Checks the signatures of callbacks. For stripe: the signing secret of the endpoint, whsec_…. */
    webhook_secret?: string
  }
}

export type PaymentProviderSort = 'created_at' | '-created_at' | 'position' | '-position'
/** The query of the list of PaymentProvider. */
export interface PaymentProviderListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<PaymentProviderSort>
  kind?: OneOrMany<'manual' | 'test' | 'stripe'>
  mode?: OneOrMany<'test' | 'live'>
  active?: OneOrMany<boolean>
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `paymentProviders.list` can be refused. */
export type PaymentProvidersListReason = CommonReason
/** List the payment providers; secrets are never shown. GET /v1/payment-providers; needs payment-providers:read. */
export function list(client: Caller, query: PaymentProviderListQuery = {}, options: RequestOptions = {}): ListPromise<PaymentProvider, PaymentProvidersListReason> {
  return client.list({ method: 'GET', path: '/v1/payment-providers', query }, options)
}

/** Why `paymentProviders.create` can be refused. */
export type PaymentProvidersCreateReason = CommonReason | 'provider_secrets_invalid' | 'payment_providers_limit_reached'
/** Connect a payment provider. POST /v1/payment-providers; needs payment-providers:write. */
export function create(client: Caller, body: PaymentProviderCreate, options: RequestOptions = {}): ApiPromise<PaymentProvider, PaymentProvidersCreateReason> {
  return client.call({ method: 'POST', path: '/v1/payment-providers', body }, options)
}

/** Why `paymentProviders.get` can be refused. */
export type PaymentProvidersGetReason = CommonReason
/** Get a payment provider and its health. GET /v1/payment-providers/{id}; needs payment-providers:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<PaymentProvider, PaymentProvidersGetReason> {
  return client.call({ method: 'GET', path: `/v1/payment-providers/${encodeURIComponent(id)}` }, options)
}

/** Why `paymentProviders.update` can be refused. */
export type PaymentProvidersUpdateReason = CommonReason | 'provider_secrets_invalid'
/** Change a payment provider; a secret in the body replaces the current one. PATCH /v1/payment-providers/{id}; needs payment-providers:write. */
export function update(client: Caller, id: string, body: PaymentProviderUpdate = {}, options: RequestOptions = {}): ApiPromise<PaymentProvider, PaymentProvidersUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/payment-providers/${encodeURIComponent(id)}`, body }, options)
}

/** Why `paymentProviders.delete` can be refused. */
export type PaymentProvidersDeleteReason = CommonReason | 'provider_used'
/** Delete a payment provider that was never used. DELETE /v1/payment-providers/{id}; needs payment-providers:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedPaymentProvider, PaymentProvidersDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/payment-providers/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `paymentProviders` with a client. */
export class PaymentProvidersApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the payment providers; secrets are never shown. GET /v1/payment-providers; needs payment-providers:read. */
  list(query: PaymentProviderListQuery = {}, options: RequestOptions = {}): ListPromise<PaymentProvider, PaymentProvidersListReason> {
    return list(this.#client, query, options)
  }
  /** Connect a payment provider. POST /v1/payment-providers; needs payment-providers:write. */
  create(body: PaymentProviderCreate, options: RequestOptions = {}): ApiPromise<PaymentProvider, PaymentProvidersCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a payment provider and its health. GET /v1/payment-providers/{id}; needs payment-providers:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<PaymentProvider, PaymentProvidersGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a payment provider; a secret in the body replaces the current one. PATCH /v1/payment-providers/{id}; needs payment-providers:write. */
  update(id: string, body: PaymentProviderUpdate = {}, options: RequestOptions = {}): ApiPromise<PaymentProvider, PaymentProvidersUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a payment provider that was never used. DELETE /v1/payment-providers/{id}; needs payment-providers:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedPaymentProvider, PaymentProvidersDeleteReason> {
    return delete_(this.#client, id, options)
  }}
