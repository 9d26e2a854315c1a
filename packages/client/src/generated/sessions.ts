// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface Session {
  /** The id of the session. */
  id: string
  /** The id of the user. */
  user_id: string
  /** The login method of the session. */
  identity_id: string
  /** How the person signed in. */
  method: 'messenger' | 'messenger_miniapp'
  /** The IP address at sign-in. */
  address: string | null
  /** The program at sign-in, as its User-Agent, shortened. */
  agent: string | null
  /** When the session was last used, to the minute. */
  last_seen_at: string
  /** When the session expires. */
  expires_at: string
  /** When the session was created. */
  created_at: string
}

export interface SessionCloseRequest {
  /** The session to close. Default: all of them. */
  session_id?: string
}

export interface SessionCloseResult {
  /** The id of the user. */
  user_id: string
  /** The number of closed sessions. */
  closed: number
}

export type SessionSort = 'created_at' | '-created_at'
/** The query of the list of Session. */
export interface SessionListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<SessionSort>
  user_id?: OneOrMany<string>
  identity_id?: OneOrMany<string>
  method?: OneOrMany<'messenger' | 'messenger_miniapp'>
  last_seen_at?: TimeFilter
  expires_at?: TimeFilter
  created_at?: TimeFilter
}

/** Why `sessions.list` can be refused. */
export type SessionsListReason = CommonReason
/** List the active sessions of a person. GET /v1/users/{id}/sessions; needs sessions:read. */
export function list(client: Caller, id: string, query: SessionListQuery = {}, options: RequestOptions = {}): ListPromise<Session, SessionsListReason> {
  return client.list({ method: 'GET', path: `/v1/users/${encodeURIComponent(id)}/sessions`, query }, options)
}

/** Why `sessions.close` can be refused. */
export type SessionsCloseReason = CommonReason | 'session_unknown' | 'person_out_of_reach'
/** Close one session of a person, or all; this takes effect everywhere within a second. DELETE /v1/users/{id}/sessions; needs sessions:write. */
export function close(client: Caller, id: string, body: SessionCloseRequest = {}, options: RequestOptions = {}): ApiPromise<SessionCloseResult, SessionsCloseReason> {
  return client.call({ method: 'DELETE', path: `/v1/users/${encodeURIComponent(id)}/sessions`, body }, options)
}

/** The operations of `sessions` with a client. */
export class SessionsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the active sessions of a person. GET /v1/users/{id}/sessions; needs sessions:read. */
  list(id: string, query: SessionListQuery = {}, options: RequestOptions = {}): ListPromise<Session, SessionsListReason> {
    return list(this.#client, id, query, options)
  }
  /** Close one session of a person, or all; this takes effect everywhere within a second. DELETE /v1/users/{id}/sessions; needs sessions:write. */
  close(id: string, body: SessionCloseRequest = {}, options: RequestOptions = {}): ApiPromise<SessionCloseResult, SessionsCloseReason> {
    return close(this.#client, id, body, options)
  }}
