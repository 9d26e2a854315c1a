// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedSuppression {
  /** The id of the suppression. */
  id: string
  /** Always true: the suppression was deleted. */
  deleted: true
}

export interface Suppression {
  /** The id of the suppression. */
  id: string
  /** The person of the address, if known. */
  user_id: string | null
  /** The channel in which nothing is sent to the address. */
  transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
  /** Null after an erasure: the list still knows the address, by a keyed hash. */
  address: string | null
  /** The topic that is not sent there; null for all. */
  topic: string | null
  /** Topics with the basis `service` are sent in spite of `unsubscribed`, and of no other reason. soft_bounces: the last 5 messages came back. */
  reason: 'unsubscribed' | 'hard_bounce' | 'soft_bounces' | 'complaint' | 'manual'
  /** A note of staff on the reason. */
  comment: string
  /** The message that led to it. */
  message_id: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the suppression was created. */
  created_at: string
  /** When the suppression last changed. */
  updated_at: string
}

export interface SuppressionCreate {
  /** The person of the address, if known. Default: `null`. */
  user_id?: string | null
  /** The channel in which nothing is sent to the address. Default: `"email"`. */
  transport?: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
  /** Null after an erasure: the list still knows the address, by a keyed hash. Default: `null`. */
  address?: string | null
  /** The topic that is not sent there; null for all. Default: `null`. */
  topic?: string | null
  /** Why the address gets no more messages: staff decided it, the person complained, or the address does not exist. Default: `"manual"`. */
  reason?: 'manual' | 'complaint' | 'hard_bounce'
  /** A note of staff on the reason. Default: `""`. */
  comment?: string
}

export interface SuppressionDeleteRequest {
  /** The id of the suppression. */
  id: string
}

export type SuppressionSort = 'created_at' | '-created_at'
/** The query of the list of Suppression. */
export interface SuppressionListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<SuppressionSort>
  user_id?: OneOrMany<string>
  transport?: OneOrMany<'email' | 'telegram' | 'sms' | 'push' | 'in_app'>
  reason?: OneOrMany<'unsubscribed' | 'hard_bounce' | 'soft_bounces' | 'complaint' | 'manual'>
  message_id?: OneOrMany<string>
  created_at?: TimeFilter
  updated_at?: TimeFilter
  address?: OneOrMany<string>
}

/** Why `suppressions.list` can be refused. */
export type SuppressionsListReason = CommonReason
/** List suppressed addresses, which get no messages. GET /v1/suppressions; needs suppressions:read. */
export function list(client: Caller, query: SuppressionListQuery = {}, options: RequestOptions = {}): ListPromise<Suppression, SuppressionsListReason> {
  return client.list({ method: 'GET', path: '/v1/suppressions', query }, options)
}

/** Why `suppressions.create` can be refused. */
export type SuppressionsCreateReason = CommonReason | 'user_unknown' | 'person_out_of_reach' | 'topic_unknown' | 'suppression_exists' | 'suppression_address_missing'
/** Suppress an address, for one topic or for all messages. POST /v1/suppressions; needs suppressions:write. */
export function create(client: Caller, body: SuppressionCreate = {}, options: RequestOptions = {}): ApiPromise<Suppression, SuppressionsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/suppressions', body }, options)
}

/** Why `suppressions.delete` can be refused. */
export type SuppressionsDeleteReason = CommonReason | 'suppression_unknown' | 'person_out_of_reach'
/** Delete a suppression, so that the address gets messages again. DELETE /v1/suppressions; needs suppressions:write. */
function delete_(client: Caller, body: SuppressionDeleteRequest, options: RequestOptions = {}): ApiPromise<DeletedSuppression, SuppressionsDeleteReason> {
  return client.call({ method: 'DELETE', path: '/v1/suppressions', body }, options)
}

export { delete_ as delete }

/** The operations of `suppressions` with a client. */
export class SuppressionsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List suppressed addresses, which get no messages. GET /v1/suppressions; needs suppressions:read. */
  list(query: SuppressionListQuery = {}, options: RequestOptions = {}): ListPromise<Suppression, SuppressionsListReason> {
    return list(this.#client, query, options)
  }
  /** Suppress an address, for one topic or for all messages. POST /v1/suppressions; needs suppressions:write. */
  create(body: SuppressionCreate = {}, options: RequestOptions = {}): ApiPromise<Suppression, SuppressionsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Delete a suppression, so that the address gets messages again. DELETE /v1/suppressions; needs suppressions:write. */
  delete(body: SuppressionDeleteRequest, options: RequestOptions = {}): ApiPromise<DeletedSuppression, SuppressionsDeleteReason> {
    return delete_(this.#client, body, options)
  }}
