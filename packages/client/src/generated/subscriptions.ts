// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface Subscription {
  /** The id of the subscription. */
  id: string
  /** The id of the user. */
  user_id: string
  /** The id of the offer. */
  offer_id: string
  /** The id of the price. */
  price_id: string
  /** How many are paid for in each period. */
  quantity: number
  /** trialing in the free days, active while the period is paid, past_due while a charge is outstanding. */
  status: 'trialing' | 'active' | 'past_due' | 'paused' | 'canceled'
  /** The price of a period: `quantity` times the price, before discounts and taxes that are added. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** The country whose taxes apply; null for the school's own. */
  country: string | null
  /** The period: 1 month, 1 year, 30 days. */
  interval: {
    /** The unit in which the period is counted. */
    unit: 'day' | 'month' | 'year'
    /** The number of units in a period: 3 with `month` is a quarter. */
    count: number
  }
  /** The zone in which periods end at the same time of day and on the same day of the month. It never changes. */
  time_zone: string
  /** The number of the present period; 0 before the first. */
  period: number
  /** The start of the present period. */
  period_starts_at: string
  /** The end of the last paid or free period. */
  period_ends_at: string
  /** The end of the free days; null if there were none. */
  trial_ends_at: string | null
  /** When it is charged next; null while it is paused, while a charge is under way, and after its end. */
  next_charge_at: string | null
  /** The failed charges of the coming period. */
  attempts: number
  /** When the first of them failed. */
  past_due_at: string | null
  /** The card or account that is charged. Null: each period gets an order to be paid otherwise. */
  payment_method: {
    /** The id of the saved payment method. */
    id: string
    /** The network of the card, such as `visa`, or the kind of account. */
    brand: string
    /** The last four digits of the card or account. */
    last4: string
    /** The month of the expiry, `2030-01`. */
    expires: string | null
  } | null
  /** The payment provider that charges it by a plan of its own, as Stripe goes on to charge one that was imported. Null: this platform charges it. */
  provider_id: string | null
  /** The provider's id of it; null where this platform charges it. */
  provider_reference: string | null
  /** The price from the next period on; null for the present one. */
  price_change: {
    /** The id of the offer. */
    offer_id: string
    /** The id of the price. */
    price_id: string
    /** How many are paid for in each period. */
    quantity: number
    /** The price of a period, before discounts and taxes that are added. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount: number
    /** The period: 1 month, 1 year, 30 days. */
    interval: {
      /** The unit in which the period is counted. */
      unit: 'day' | 'month' | 'year'
      /** The number of units in a period: 3 with `month` is a quarter. */
      count: number
    }
  } | null
  /** Credit from changes of the price, deducted from the next charges. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  credit_amount: number
  /** The order that paid the present period. */
  order_id: string | null
  /** The unpaid order of the coming period, or of a change of the price. */
  open_order_id: string | null
  /** The charge under way; null for none. */
  open_payment_id: string | null
  /** Whether it ends with the present period. */
  cancels_at_period_end: boolean
  /** Whether the test provider pays it. No sale. */
  test: boolean
  /** When the subscription was paused; null if it has not been. */
  paused_at: string | null
  /** When it resumes by itself; null for never. */
  resumes_at: string | null
  /** When the subscription was canceled; null if it has not been. */
  canceled_at: string | null
  /** Why it ended; null while it runs. */
  cancel_reason: 'requested' | 'period_ended' | 'unpaid' | 'order_canceled' | 'refunded' | 'person_gone' | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the subscription was created. */
  created_at: string
  /** When the subscription last changed. */
  updated_at: string
}

export interface SubscriptionCancelRequest {
  /** now also ends the access; a refund is separate. Default: `"period_end"`. */
  at?: 'period_end' | 'now'
}

export interface SubscriptionCreate {
  /** The id of the user. */
  user_id: string
  /** A price with an interval. */
  price_id: string
  /** How many are paid for in each period. Default: `1`. */
  quantity?: number
  /** Default: automatic where the person has saved a card. */
  collection_method?: 'automatic' | 'manual'
  /** Free days before the first charge; 0 for none. Default: those of the price. */
  trial_days?: number
  /** The zone in which periods end; by default that of the school. */
  time_zone?: string
  /** The country: an ISO 3166-1 code of two letters, such as `DE`. Default: `null`. */
  country?: string | null
}

export interface SubscriptionPauseRequest {
  /** When the subscription resumes by itself; null for not by itself. Default: `null`. */
  resumes_at?: string | null
}

export interface SubscriptionUpdate {
  /** automatic: charges the card that the person saved last. manual: each period gets an order to be paid otherwise. */
  collection_method?: 'automatic' | 'manual'
  /** The id of the price. */
  price_id?: string
  /** How many are paid for in each period, from the next one on. */
  quantity?: number
  /** When another price or quantity begins. now: a new period begins once it is paid; the unused part of the present one is credited. In a trial: from its end on. Default: `"next_period"`. */
  change_at?: 'next_period' | 'now'
  /** Takes back a cancellation at the end of the period. */
  cancels_at_period_end?: false
}

export type SubscriptionSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'period_ends_at' | '-period_ends_at'
/** The query of the list of Subscription. */
export interface SubscriptionListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<SubscriptionSort>
  user_id?: OneOrMany<string>
  offer_id?: OneOrMany<string>
  price_id?: OneOrMany<string>
  status?: OneOrMany<'trialing' | 'active' | 'past_due' | 'paused' | 'canceled'>
  period_starts_at?: TimeFilter
  period_ends_at?: TimeFilter
  trial_ends_at?: TimeFilter
  next_charge_at?: TimeFilter
  past_due_at?: TimeFilter
  provider_id?: OneOrMany<string>
  order_id?: OneOrMany<string>
  open_order_id?: OneOrMany<string>
  open_payment_id?: OneOrMany<string>
  cancels_at_period_end?: OneOrMany<boolean>
  test?: OneOrMany<boolean>
  paused_at?: TimeFilter
  resumes_at?: TimeFilter
  canceled_at?: TimeFilter
  cancel_reason?: OneOrMany<'requested' | 'period_ended' | 'unpaid' | 'order_canceled' | 'refunded' | 'person_gone'>
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `subscriptions.list` can be refused. */
export type SubscriptionsListReason = CommonReason
/** List subscriptions. GET /v1/subscriptions; needs subscriptions:read. */
export function list(client: Caller, query: SubscriptionListQuery = {}, options: RequestOptions = {}): ListPromise<Subscription, SubscriptionsListReason> {
  return client.list({ method: 'GET', path: '/v1/subscriptions', query }, options)
}

/** Why `subscriptions.create` can be refused. */
export type SubscriptionsCreateReason = CommonReason | 'user_unknown' | 'amount_too_large' | 'subscription_price_invalid' | 'payment_method_missing'
/** Start a subscription, with a trial or a first charge. POST /v1/subscriptions; needs subscriptions:write. */
export function create(client: Caller, body: SubscriptionCreate, options: RequestOptions = {}): ApiPromise<Subscription, SubscriptionsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/subscriptions', body }, options)
}

/** Why `subscriptions.get` can be refused. */
export type SubscriptionsGetReason = CommonReason
/** Get a subscription with its next charge, its card and a change of its price. GET /v1/subscriptions/{id}; needs subscriptions:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Subscription, SubscriptionsGetReason> {
  return client.call({ method: 'GET', path: `/v1/subscriptions/${encodeURIComponent(id)}` }, options)
}

/** Why `subscriptions.update` can be refused. */
export type SubscriptionsUpdateReason = CommonReason | 'amount_too_large' | 'subscription_canceled' | 'subscription_paused' | 'subscription_past_due' | 'subscription_running' | 'subscription_charging' | 'subscription_price_invalid' | 'subscription_charged_by_provider' | 'payment_method_missing' | 'resumes_in_past'
/** Change the payment method or the price, now or from the next period on. PATCH /v1/subscriptions/{id}; needs subscriptions:write. */
export function update(client: Caller, id: string, body: SubscriptionUpdate = {}, options: RequestOptions = {}): ApiPromise<Subscription, SubscriptionsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/subscriptions/${encodeURIComponent(id)}`, body }, options)
}

/** Why `subscriptions.cancel` can be refused. */
export type SubscriptionsCancelReason = CommonReason | 'subscription_canceled' | 'subscription_charging'
/** Cancel a subscription now or at the end of the paid period; people cancel their own. POST /v1/subscriptions/{id}/cancel; needs subscription-cancellations:write. */
export function cancel(client: Caller, id: string, body: SubscriptionCancelRequest = {}, options: RequestOptions = {}): ApiPromise<Subscription, SubscriptionsCancelReason> {
  return client.call({ method: 'POST', path: `/v1/subscriptions/${encodeURIComponent(id)}/cancel`, body }, options)
}

/** Why `subscriptions.pause` can be refused. */
export type SubscriptionsPauseReason = CommonReason | 'subscription_canceled' | 'subscription_paused' | 'subscription_past_due' | 'subscription_charging' | 'resumes_in_past' | 'subscription_charged_by_provider'
/** Pause a subscription: charges stop, access is frozen, and the term is extended by the pause. POST /v1/subscriptions/{id}/pause; needs subscriptions:write. */
export function pause(client: Caller, id: string, body: SubscriptionPauseRequest = {}, options: RequestOptions = {}): ApiPromise<Subscription, SubscriptionsPauseReason> {
  return client.call({ method: 'POST', path: `/v1/subscriptions/${encodeURIComponent(id)}/pause`, body }, options)
}

/** Why `subscriptions.resume` can be refused. */
export type SubscriptionsResumeReason = CommonReason | 'subscription_canceled' | 'subscription_running' | 'subscription_past_due'
/** Resume a paused subscription. POST /v1/subscriptions/{id}/resume; needs subscriptions:write. */
export function resume(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Subscription, SubscriptionsResumeReason> {
  return client.call({ method: 'POST', path: `/v1/subscriptions/${encodeURIComponent(id)}/resume` }, options)
}

/** Why `subscriptions.retry` can be refused. */
export type SubscriptionsRetryReason = CommonReason | 'subscription_canceled' | 'subscription_paused' | 'subscription_running' | 'subscription_charging' | 'payment_method_missing' | 'subscription_charged_by_provider'
/** Charge a past-due subscription again now. POST /v1/subscriptions/{id}/retry; needs subscriptions:write. */
export function retry(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Subscription, SubscriptionsRetryReason> {
  return client.call({ method: 'POST', path: `/v1/subscriptions/${encodeURIComponent(id)}/retry` }, options)
}

/** The operations of `subscriptions` with a client. */
export class SubscriptionsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List subscriptions. GET /v1/subscriptions; needs subscriptions:read. */
  list(query: SubscriptionListQuery = {}, options: RequestOptions = {}): ListPromise<Subscription, SubscriptionsListReason> {
    return list(this.#client, query, options)
  }
  /** Start a subscription, with a trial or a first charge. POST /v1/subscriptions; needs subscriptions:write. */
  create(body: SubscriptionCreate, options: RequestOptions = {}): ApiPromise<Subscription, SubscriptionsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a subscription with its next charge, its card and a change of its price. GET /v1/subscriptions/{id}; needs subscriptions:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Subscription, SubscriptionsGetReason> {
    return get(this.#client, id, options)
  }
  /** Change the payment method or the price, now or from the next period on. PATCH /v1/subscriptions/{id}; needs subscriptions:write. */
  update(id: string, body: SubscriptionUpdate = {}, options: RequestOptions = {}): ApiPromise<Subscription, SubscriptionsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Cancel a subscription now or at the end of the paid period; people cancel their own. POST /v1/subscriptions/{id}/cancel; needs subscription-cancellations:write. */
  cancel(id: string, body: SubscriptionCancelRequest = {}, options: RequestOptions = {}): ApiPromise<Subscription, SubscriptionsCancelReason> {
    return cancel(this.#client, id, body, options)
  }
  /** Pause a subscription: charges stop, access is frozen, and the term is extended by the pause. POST /v1/subscriptions/{id}/pause; needs subscriptions:write. */
  pause(id: string, body: SubscriptionPauseRequest = {}, options: RequestOptions = {}): ApiPromise<Subscription, SubscriptionsPauseReason> {
    return pause(this.#client, id, body, options)
  }
  /** Resume a paused subscription. POST /v1/subscriptions/{id}/resume; needs subscriptions:write. */
  resume(id: string, options: RequestOptions = {}): ApiPromise<Subscription, SubscriptionsResumeReason> {
    return resume(this.#client, id, options)
  }
  /** Charge a past-due subscription again now. POST /v1/subscriptions/{id}/retry; needs subscriptions:write. */
  retry(id: string, options: RequestOptions = {}): ApiPromise<Subscription, SubscriptionsRetryReason> {
    return retry(this.#client, id, options)
  }}
