// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface Consent {
  /** The id of the consent. */
  id: string
  /** The id of the user. */
  user_id: string
  /** The way by which the school may reach the person. */
  channel: 'email' | 'sms' | 'phone' | 'messenger' | 'push' | 'post'
  /** A channel has at most one given consent. A newer one replaces it; a withdrawal ends it. A pending one is none yet: it waits for the confirmation of the person by a link in an e-mail, and lapses without it. */
  status: 'pending' | 'given' | 'replaced' | 'withdrawn' | 'expired'
  /** The version of the text that was agreed to. */
  text_version: string
  /** Where it was given: a form, a call, an import. */
  source: string
  /** When it was given; of a pending or expired one, when it was asked for. */
  given_at: string
  /** When the person confirmed it by the link of an e-mail; null for one that was only recorded. */
  confirmed_at: string | null
  /** When the consent ended; null if it has not. */
  ended_at: string | null
  /** Where it was withdrawn: a link, a call; null if it was not. */
  withdrawal_source: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the consent was created. */
  created_at: string
  /** When the consent last changed. */
  updated_at: string
}

export interface ConsentRecordRequest {
  /** The way by which the school may reach the person. */
  channel: 'email' | 'sms' | 'phone' | 'messenger' | 'push' | 'post'
  /** Whether the person gave the consent or withdrew it. Default: `"given"`. */
  status?: 'given' | 'withdrawn'
  /** Required for a given consent. */
  text_version?: string
  /** Where it was given or withdrawn: a form, a call, an import. */
  source: string
  /** When it was given or withdrawn. Default: now. */
  at?: string
}

export type ConsentSort = 'given_at' | '-given_at' | 'created_at' | '-created_at'
/** The query of the list of Consent. */
export interface ConsentListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<ConsentSort>
  user_id?: OneOrMany<string>
  channel?: OneOrMany<'email' | 'sms' | 'phone' | 'messenger' | 'push' | 'post'>
  status?: OneOrMany<'pending' | 'given' | 'replaced' | 'withdrawn' | 'expired'>
  given_at?: TimeFilter
  confirmed_at?: TimeFilter
  ended_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `consents.list` can be refused. */
export type ConsentsListReason = CommonReason
/** List the consents of a person, including ended ones. GET /v1/users/{id}/consents; needs users:read. */
export function list(client: Caller, id: string, query: ConsentListQuery = {}, options: RequestOptions = {}): ListPromise<Consent, ConsentsListReason> {
  return client.list({ method: 'GET', path: `/v1/users/${encodeURIComponent(id)}/consents`, query }, options)
}

/** Why `consents.record` can be refused. */
export type ConsentsRecordReason = CommonReason | 'person_out_of_reach' | 'consent_text_missing' | 'consent_already_given' | 'consent_not_given' | 'consent_time_order' | 'user_deleted'
/** Record that a person gave or withdrew a consent. POST /v1/users/{id}/consents; needs users:write. */
export function record(client: Caller, id: string, body: ConsentRecordRequest, options: RequestOptions = {}): ApiPromise<Consent, ConsentsRecordReason> {
  return client.call({ method: 'POST', path: `/v1/users/${encodeURIComponent(id)}/consents`, body }, options)
}

/** The operations of `consents` with a client. */
export class ConsentsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the consents of a person, including ended ones. GET /v1/users/{id}/consents; needs users:read. */
  list(id: string, query: ConsentListQuery = {}, options: RequestOptions = {}): ListPromise<Consent, ConsentsListReason> {
    return list(this.#client, id, query, options)
  }
  /** Record that a person gave or withdrew a consent. POST /v1/users/{id}/consents; needs users:write. */
  record(id: string, body: ConsentRecordRequest, options: RequestOptions = {}): ApiPromise<Consent, ConsentsRecordReason> {
    return record(this.#client, id, body, options)
  }}
