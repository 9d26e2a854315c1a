// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { User } from './users.ts'

export interface Access {
  /** The id of the access. */
  id: string
  /** The id of the user. */
  user_id: string
  /** The id of the course. */
  course_id: string
  /** The source of the access: a paid order, membership in a group, a manual grant, or a gift. */
  source: 'order' | 'group' | 'manual' | 'gift'
  /** The order that gave the access, or the unpaid order that it was granted for: canceling that order revokes it. */
  order_id: string | null
  /** The group that gives the access. */
  group_id: string | null
  /** Only an `active` access opens the course; a `frozen` one can be unfrozen. */
  status: 'active' | 'frozen' | 'expired' | 'revoked'
  /** When the course opens. */
  starts_at: string
  /** When the access ends; null for never. A frozen access shows the end as of frozen_at. Unfreezing moves the end by the duration of the freeze. */
  expires_at: string | null
  /** When the access was frozen; null if it has not been. */
  frozen_at: string | null
  /** When it expired or was revoked. */
  ended_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the access was created. */
  created_at: string
  /** When the access last changed. */
  updated_at: string
}

export interface AccessCreate {
  /** The id of the user. */
  user_id: string
  /** The id of the course. */
  course_id: string
  /** Whether the school grants the access or somebody gave it as a gift. Default: `"manual"`. */
  source?: 'manual' | 'gift'
  /** An unpaid order that the access is granted for in advance: canceling that order revokes the access, and no other. */
  order_id?: string | null
  /** When the access begins; by default now. */
  starts_at?: string | null
  /** When the access ends; by default never. */
  expires_at?: string | null
  /** The term in days of 24 hours, in place of expires_at. */
  term_days?: number | null
}

export interface AccessUpdate {
  /** frozen stops the clock of the term, active starts it again. */
  status?: 'active' | 'frozen'
  /** When the access starts. */
  starts_at?: string
  /** The new end of the access; null removes the end. */
  expires_at?: string | null
  /** Extends the term by this number of days of 24 hours. For an expired access the days count from now. */
  extend_days?: number
}

export interface DeletedAccess {
  /** The id of the access. */
  id: string
  /** Always true: the access was deleted. */
  deleted: true
}

export type AccessSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
export type AccessExpand = 'user'
/** An item of the list with the relations of `expand`. */
export type AccessWith<E extends AccessExpand = never> = Access &
  ('user' extends E ? { user: User | null } : unknown)
/** The query of the list of Access. */
export interface AccessListQuery<E extends AccessExpand = AccessExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<AccessSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  user_id?: OneOrMany<string>
  course_id?: OneOrMany<string>
  source?: OneOrMany<'order' | 'group' | 'manual' | 'gift'>
  order_id?: OneOrMany<string>
  group_id?: OneOrMany<string>
  status?: OneOrMany<'active' | 'frozen' | 'expired' | 'revoked'>
  starts_at?: TimeFilter
  expires_at?: TimeFilter
  frozen_at?: TimeFilter
  ended_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `accesses.list` can be refused. */
export type AccessesListReason = CommonReason
/** List the accesses of people to courses. GET /v1/accesses; needs accesses:read. */
export function list<const E extends AccessExpand = never>(client: Caller, query: AccessListQuery<E> = {}, options: RequestOptions = {}): ListPromise<AccessWith<E>, AccessesListReason> {
  return client.list({ method: 'GET', path: '/v1/accesses', query }, options)
}

/** Why `accesses.create` can be refused. */
export type AccessesCreateReason = CommonReason | 'user_unknown' | 'access_exists' | 'term_past'
/** Grant a person access to a course manually. POST /v1/accesses; needs accesses:write. */
export function create(client: Caller, body: AccessCreate, options: RequestOptions = {}): ApiPromise<Access, AccessesCreateReason> {
  return client.call({ method: 'POST', path: '/v1/accesses', body }, options)
}

/** Why `accesses.get` can be refused. */
export type AccessesGetReason = CommonReason
/** Get an access. GET /v1/accesses/{id}; needs accesses:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Access, AccessesGetReason> {
  return client.call({ method: 'GET', path: `/v1/accesses/${encodeURIComponent(id)}` }, options)
}

/** Why `accesses.update` can be refused. */
export type AccessesUpdateReason = CommonReason | 'access_exists' | 'access_revoked' | 'access_expired' | 'access_frozen' | 'access_endless' | 'access_from_group' | 'term_past'
/** Extend an access, change its term, freeze or unfreeze it. PATCH /v1/accesses/{id}; needs accesses:write. */
export function update(client: Caller, id: string, body: AccessUpdate = {}, options: RequestOptions = {}): ApiPromise<Access, AccessesUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/accesses/${encodeURIComponent(id)}`, body }, options)
}

/** Why `accesses.revoke` can be refused. */
export type AccessesRevokeReason = CommonReason | 'access_from_group'
/** Revoke an access; new content no longer opens, the work of the student is kept. DELETE /v1/accesses/{id}; needs accesses:write. */
export function revoke(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedAccess, AccessesRevokeReason> {
  return client.call({ method: 'DELETE', path: `/v1/accesses/${encodeURIComponent(id)}` }, options)
}

/** The operations of `accesses` with a client. */
export class AccessesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the accesses of people to courses. GET /v1/accesses; needs accesses:read. */
  list<const E extends AccessExpand = never>(query: AccessListQuery<E> = {}, options: RequestOptions = {}): ListPromise<AccessWith<E>, AccessesListReason> {
    return list(this.#client, query, options)
  }
  /** Grant a person access to a course manually. POST /v1/accesses; needs accesses:write. */
  create(body: AccessCreate, options: RequestOptions = {}): ApiPromise<Access, AccessesCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get an access. GET /v1/accesses/{id}; needs accesses:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Access, AccessesGetReason> {
    return get(this.#client, id, options)
  }
  /** Extend an access, change its term, freeze or unfreeze it. PATCH /v1/accesses/{id}; needs accesses:write. */
  update(id: string, body: AccessUpdate = {}, options: RequestOptions = {}): ApiPromise<Access, AccessesUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Revoke an access; new content no longer opens, the work of the student is kept. DELETE /v1/accesses/{id}; needs accesses:write. */
  revoke(id: string, options: RequestOptions = {}): ApiPromise<DeletedAccess, AccessesRevokeReason> {
    return revoke(this.#client, id, options)
  }}
