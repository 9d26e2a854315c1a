// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { User } from './users.ts'

export interface WebinarRegistration {
  /** A publishable key reads every registration as new: of one that was there before, the id is that of this answer alone. */
  id: string
  /** The id of the webinar session. */
  session_id: string
  /** The id of the webinar. */
  webinar_id: string
  /** The person; a publishable key does not see them. */
  user_id: string | null
  /** A `canceled` registration gives up its place. */
  status: 'registered' | 'canceled'
  /** page: with a publishable key. order: a paid order for an offer with the webinar. */
  source: 'api' | 'page' | 'order'
  /** The order that paid for it; null for none. */
  order_id: string | null
  /** Whether the person can no longer write in the chat of the session. */
  banned: boolean
  /** Since when the person raises a hand in the room; null if they do not. */
  hand_raised_at: string | null
  /** When the webinar registration was canceled; null if it has not been. */
  canceled_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the webinar registration was created. */
  created_at: string
  /** When the webinar registration last changed. */
  updated_at: string
  /** When the person was last in the room while its session was live, up to fifteen seconds later; null for never. A publishable key reads null. */
  present_at: string | null
  /** The personal entry to the room, behind the address of the school. Null once canceled; a publishable key does not see it. */
  entry_path: string | null
}

export interface WebinarRegistrationCreate {
  /** The id of the webinar session. */
  session_id: string
  /** The person; or send a contact in its place. Default: `null`. */
  user_id?: string | null
  /** The person is found by it, or made; never by the name. Default: `null`. */
  email?: string | null
  /** A phone number in E.164 form, such as `+491711234567`. Default: `null`. */
  phone?: string | null
  /** Raises or lowers the hand of whoever is registered already, too; null leaves it. Default: `null`. */
  hand_raised?: boolean | null
  /** The first name, or all of the name if it has one part; empty if it is not known. Default: `""`. */
  first_name?: string
  /** The last name; empty if it is not known. Default: `""`. */
  last_name?: string
  /** Whether a registration that is there already gets another entry: the present one is void. Default: `false`. */
  new_entry?: boolean
}

export type WebinarRegistrationSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
export type WebinarRegistrationExpand = 'user'
/** An item of the list with the relations of `expand`. */
export type WebinarRegistrationWith<E extends WebinarRegistrationExpand = never> = WebinarRegistration &
  ('user' extends E ? { user: User | null } : unknown)
/** The query of the list of WebinarRegistration. */
export interface WebinarRegistrationListQuery<E extends WebinarRegistrationExpand = WebinarRegistrationExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<WebinarRegistrationSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  session_id?: OneOrMany<string>
  webinar_id?: OneOrMany<string>
  user_id?: OneOrMany<string>
  status?: OneOrMany<'registered' | 'canceled'>
  source?: OneOrMany<'api' | 'page' | 'order'>
  order_id?: OneOrMany<string>
  banned?: OneOrMany<boolean>
  hand_raised_at?: TimeFilter
  canceled_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  present?: OneOrMany<boolean>
}

/** Why `webinarRegistrations.list` can be refused. */
export type WebinarRegistrationsListReason = CommonReason
/** List registrations; students see their own, curators those of their groups; present=true lists who is in the room now. GET /v1/webinar-registrations; needs webinar-registrations:read. */
export function list<const E extends WebinarRegistrationExpand = never>(client: Caller, query: WebinarRegistrationListQuery<E> = {}, options: RequestOptions = {}): ListPromise<WebinarRegistrationWith<E>, WebinarRegistrationsListReason> {
  return client.list({ method: 'GET', path: '/v1/webinar-registrations', query }, options)
}

/** Why `webinarRegistrations.create` can be refused. */
export type WebinarRegistrationsCreateReason = CommonReason | 'session_unknown' | 'user_unknown' | 'participant_missing' | 'session_closed' | 'session_seats_taken' | 'webinar_not_open'
/** Register a person for a session; a repetition answers with the existing registration. POST /v1/webinar-registrations; needs webinar-registrations:write. */
export function create(client: Caller, body: WebinarRegistrationCreate, options: RequestOptions = {}): ApiPromise<WebinarRegistration, WebinarRegistrationsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/webinar-registrations', body }, options)
}

/** Why `webinarRegistrations.get` can be refused. */
export type WebinarRegistrationsGetReason = CommonReason
/** Get a registration with the personal link to the room. GET /v1/webinar-registrations/{id}; needs webinar-registrations:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<WebinarRegistration, WebinarRegistrationsGetReason> {
  return client.call({ method: 'GET', path: `/v1/webinar-registrations/${encodeURIComponent(id)}` }, options)
}

/** Why `webinarRegistrations.cancel` can be refused. */
export type WebinarRegistrationsCancelReason = CommonReason
/** Cancel a registration; its seat becomes free, and its personal link stops working. DELETE /v1/webinar-registrations/{id}; needs webinar-registrations:write. */
export function cancel(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<WebinarRegistration, WebinarRegistrationsCancelReason> {
  return client.call({ method: 'DELETE', path: `/v1/webinar-registrations/${encodeURIComponent(id)}` }, options)
}

/** The operations of `webinarRegistrations` with a client. */
export class WebinarRegistrationsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List registrations; students see their own, curators those of their groups; present=true lists who is in the room now. GET /v1/webinar-registrations; needs webinar-registrations:read. */
  list<const E extends WebinarRegistrationExpand = never>(query: WebinarRegistrationListQuery<E> = {}, options: RequestOptions = {}): ListPromise<WebinarRegistrationWith<E>, WebinarRegistrationsListReason> {
    return list(this.#client, query, options)
  }
  /** Register a person for a session; a repetition answers with the existing registration. POST /v1/webinar-registrations; needs webinar-registrations:write. */
  create(body: WebinarRegistrationCreate, options: RequestOptions = {}): ApiPromise<WebinarRegistration, WebinarRegistrationsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a registration with the personal link to the room. GET /v1/webinar-registrations/{id}; needs webinar-registrations:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<WebinarRegistration, WebinarRegistrationsGetReason> {
    return get(this.#client, id, options)
  }
  /** Cancel a registration; its seat becomes free, and its personal link stops working. DELETE /v1/webinar-registrations/{id}; needs webinar-registrations:write. */
  cancel(id: string, options: RequestOptions = {}): ApiPromise<WebinarRegistration, WebinarRegistrationsCancelReason> {
    return cancel(this.#client, id, options)
  }}
