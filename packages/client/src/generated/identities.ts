// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { User } from './users.ts'

export interface AuthMessengerRequest {
  /** The number of the person in the messenger. */
  id: number | string
  /** The first name, as the messenger sent it. */
  first_name?: string
  /** The last name, as the messenger sent it. */
  last_name?: string
  /** The user name in the messenger, as it sent it. */
  username?: string
  /** The address of the picture, as the messenger sent it. */
  photo_url?: string
  /** When the person agreed, in seconds since 1970. */
  auth_date: number | string
  /** The signature of the messenger over the other fields. */
  hash: string
}

export interface DeletedIdentity {
  /** The id of the identity. */
  id: string
  /** Always true: the identity was deleted. */
  deleted: true
}

export interface Identity {
  /** The id of the identity. */
  id: string
  /** The id of the user. */
  user_id: string
  /** `messenger`, or the short name of a social network. */
  provider: string
  /** The id of the person at the provider. */
  subject: string
  /** The name of the person at the provider. */
  display_name: string
  /** When a signature proved that it belongs to the person; null if a key asserted it. */
  verified_at: string | null
  /** When the person last signed in with it. */
  last_used_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the identity was created. */
  created_at: string
  /** When the identity last changed. */
  updated_at: string
}

export interface IdentityBindRequest {
  /** Where the person signs in: `messenger`, or the short name of a social network. */
  provider: string
  /** The person; default: the caller. */
  user_id?: string
  /** The id at the provider, without a signature: for integration keys only. */
  subject?: string
  /** The name of the person at the provider. */
  display_name?: string
  /** The data from the sign-in widget. */
  messenger?: AuthMessengerRequest
  /** The data from the mini-app. */
  initData?: string
}

export type IdentitySort = 'created_at' | '-created_at'
export type IdentityExpand = 'user'
/** An item of the list with the relations of `expand`. */
export type IdentityWith<E extends IdentityExpand = never> = Identity &
  ('user' extends E ? { user: User | null } : unknown)
/** The query of the list of Identity. */
export interface IdentityListQuery<E extends IdentityExpand = IdentityExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<IdentitySort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  user_id?: OneOrMany<string>
  verified_at?: TimeFilter
  last_used_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  provider?: OneOrMany<string>
  subject?: OneOrMany<string>
}

/** Why `identities.list` can be refused. */
export type IdentitiesListReason = CommonReason
/** List login methods. GET /v1/identities; needs identities:read. */
export function list<const E extends IdentityExpand = never>(client: Caller, query: IdentityListQuery<E> = {}, options: RequestOptions = {}): ListPromise<IdentityWith<E>, IdentitiesListReason> {
  return client.list({ method: 'GET', path: '/v1/identities', query }, options)
}

/** Why `identities.bind` can be refused. */
export type IdentitiesBindReason = CommonReason | 'identities_limit_reached' | 'identity_taken' | 'identity_incomplete' | 'identity_unproved' | 'identity_not_own' | 'identity_beyond_caller' | 'identity_user_unknown' | 'messenger_not_configured' | 'signature_invalid' | 'signature_used'
/** Add a login method of a messenger or a social network. POST /v1/identities; needs identities:write. */
export function bind(client: Caller, body: IdentityBindRequest, options: RequestOptions = {}): ApiPromise<Identity, IdentitiesBindReason> {
  return client.call({ method: 'POST', path: '/v1/identities', body }, options)
}

/** Why `identities.get` can be refused. */
export type IdentitiesGetReason = CommonReason
/** Get a login method. GET /v1/identities/{id}; needs identities:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Identity, IdentitiesGetReason> {
  return client.call({ method: 'GET', path: `/v1/identities/${encodeURIComponent(id)}` }, options)
}

/** Why `identities.unbind` can be refused. */
export type IdentitiesUnbindReason = CommonReason | 'last_login_method' | 'person_out_of_reach'
/** Remove a login method, except the last one; its sessions are closed. DELETE /v1/identities/{id}; needs identities:write. */
export function unbind(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedIdentity, IdentitiesUnbindReason> {
  return client.call({ method: 'DELETE', path: `/v1/identities/${encodeURIComponent(id)}` }, options)
}

/** The operations of `identities` with a client. */
export class IdentitiesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List login methods. GET /v1/identities; needs identities:read. */
  list<const E extends IdentityExpand = never>(query: IdentityListQuery<E> = {}, options: RequestOptions = {}): ListPromise<IdentityWith<E>, IdentitiesListReason> {
    return list(this.#client, query, options)
  }
  /** Add a login method of a messenger or a social network. POST /v1/identities; needs identities:write. */
  bind(body: IdentityBindRequest, options: RequestOptions = {}): ApiPromise<Identity, IdentitiesBindReason> {
    return bind(this.#client, body, options)
  }
  /** Get a login method. GET /v1/identities/{id}; needs identities:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Identity, IdentitiesGetReason> {
    return get(this.#client, id, options)
  }
  /** Remove a login method, except the last one; its sessions are closed. DELETE /v1/identities/{id}; needs identities:write. */
  unbind(id: string, options: RequestOptions = {}): ApiPromise<DeletedIdentity, IdentitiesUnbindReason> {
    return unbind(this.#client, id, options)
  }}
