// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface Gift {
  /** The id of the gift. */
  id: string
  /** What it gives: an offer, or money towards orders. */
  kind: 'offer' | 'money'
  /** A money certificate is redeemed when its balance is 0. */
  status: 'active' | 'redeemed' | 'canceled'
  /** The code that redeems it. Only its buyer and callers with gifts:write see it, and only while the gift is active. */
  code: string | null
  /** The last four characters of the code, to tell gifts apart. */
  hint: string
  /** The offer that it gives; null for money. */
  offer_id: string | null
  /** The name of the offer; empty for money. */
  name: string
  /** What it was worth at first. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** For money: what is left. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  balance: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** The person who bought it, or to whom it was issued. */
  user_id: string | null
  /** The order that bought it; null for one that the school issued. */
  order_id: string | null
  /** The person who redeemed it last. */
  redeemer_user_id: string | null
  /** The order that it paid last. */
  redeemed_order_id: string | null
  /** Whether a test order bought it: a live school does not redeem it. */
  test: boolean
  /** A note on its purpose; only staff write it. */
  comment: string
  /** It can be redeemed until this time; null for no end. */
  expires_at: string | null
  /** When the gift was redeemed; null if it has not been. */
  redeemed_at: string | null
  /** When a refund of its order took it back. */
  canceled_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the gift was created. */
  created_at: string
  /** When the gift last changed. */
  updated_at: string
}

export interface GiftCreate {
  /** What it gives: an offer, or money towards orders. */
  kind: 'offer' | 'money'
  /** For an offer: the offer that it gives. Default: `null`. */
  offer_id?: string | null
  /** For money: what it is worth. In the minor unit of the currency: 4900 of EUR is 49.00 €. Default: `null`. */
  amount?: number | null
  /** For money: the currency of the amount. Default: `null`. */
  currency?: string | null
  /** The person to whom it is issued. Default: `null`. */
  user_id?: string | null
  /** A note on its purpose; only staff write it. Default: `""`. */
  comment?: string
  /** It can be redeemed until this time. Default: `null`. */
  expires_at?: string | null
}

export interface GiftRedeemRequest {
  /** The code of the gift, in any case, with or without hyphens and spaces. */
  code: string
  /** The person who redeems it. */
  user_id: string
  /** For money: the order that it pays, as far as its balance goes. Default: `null`. */
  order_id?: string | null
}

export interface GiftRedeemResult {
  /** The gift. */
  gift: Gift
  /** The order that gives the offer, or that the money paid. */
  order_id: string
  /** The id of the payment. */
  payment_id: string
  /** What the order was paid with the gift; 0 for an offer. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
}

export type GiftSort = 'created_at' | '-created_at'
/** The query of the list of Gift. */
export interface GiftListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<GiftSort>
  kind?: OneOrMany<'offer' | 'money'>
  status?: OneOrMany<'active' | 'redeemed' | 'canceled'>
  offer_id?: OneOrMany<string>
  user_id?: OneOrMany<string>
  order_id?: OneOrMany<string>
  redeemer_user_id?: OneOrMany<string>
  redeemed_order_id?: OneOrMany<string>
  test?: OneOrMany<boolean>
  expires_at?: TimeFilter
  redeemed_at?: TimeFilter
  canceled_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `gifts.list` can be refused. */
export type GiftsListReason = CommonReason
/** List gift certificates and gifted offers. GET /v1/gifts; needs gifts:read. */
export function list(client: Caller, query: GiftListQuery = {}, options: RequestOptions = {}): ListPromise<Gift, GiftsListReason> {
  return client.list({ method: 'GET', path: '/v1/gifts', query }, options)
}

/** Why `gifts.create` can be refused. */
export type GiftsCreateReason = CommonReason | 'gift_invalid' | 'offer_unknown' | 'user_unknown' | 'gifts_limit_reached'
/** Issue a gift without an order; its code is in the answer. POST /v1/gifts; needs gifts:write. */
export function create(client: Caller, body: GiftCreate, options: RequestOptions = {}): ApiPromise<Gift, GiftsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/gifts', body }, options)
}

/** Why `gifts.redeem` can be refused. */
export type GiftsRedeemReason = CommonReason | 'gift_unknown' | 'gift_expired' | 'gift_redeemed' | 'gift_canceled' | 'gift_order_invalid' | 'gift_other_currency' | 'user_unknown' | 'order_already_paid' | 'order_canceled'
/** Redeem a gift code for a person: an offer with a new paid order, money as a payment of one of their orders. POST /v1/gifts/redeem; needs gifts:write. */
export function redeem(client: Caller, body: GiftRedeemRequest, options: RequestOptions = {}): ApiPromise<GiftRedeemResult, GiftsRedeemReason> {
  return client.call({ method: 'POST', path: '/v1/gifts/redeem', body }, options)
}

/** The operations of `gifts` with a client. */
export class GiftsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List gift certificates and gifted offers. GET /v1/gifts; needs gifts:read. */
  list(query: GiftListQuery = {}, options: RequestOptions = {}): ListPromise<Gift, GiftsListReason> {
    return list(this.#client, query, options)
  }
  /** Issue a gift without an order; its code is in the answer. POST /v1/gifts; needs gifts:write. */
  create(body: GiftCreate, options: RequestOptions = {}): ApiPromise<Gift, GiftsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Redeem a gift code for a person: an offer with a new paid order, money as a payment of one of their orders. POST /v1/gifts/redeem; needs gifts:write. */
  redeem(body: GiftRedeemRequest, options: RequestOptions = {}): ApiPromise<GiftRedeemResult, GiftsRedeemReason> {
    return redeem(this.#client, body, options)
  }}
