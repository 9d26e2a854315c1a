// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedRedirect {
  /** The id of the redirect. */
  id: string
  /** Always true: the redirect was deleted. */
  deleted: true
}

export interface Redirect {
  /** The id of the redirect. */
  id: string
  /** The old path at the school’s own address. */
  from_path: string
  /** The target: a path at the school’s own address, or another address. The query of the visit is added to it. */
  target: string
  /** Whether browsers and search engines remember it: 308, otherwise 307. */
  permanent: boolean
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the redirect was created. */
  created_at: string
  /** When the redirect last changed. */
  updated_at: string
}

export interface RedirectCreate {
  /** The old path at the school’s own address. */
  from_path: string
  /** The target: a path at the school’s own address, or another address. The query of the visit is added to it. */
  target: string
  /** Whether browsers and search engines remember it: 308, otherwise 307. Default: `true`. */
  permanent?: boolean
}

export interface RedirectDeleteRequest {
  /** The id of the redirect. */
  id: string
}

export type RedirectSort = 'created_at' | '-created_at' | 'from_path' | '-from_path'
/** The query of the list of Redirect. */
export interface RedirectListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<RedirectSort>
  permanent?: OneOrMany<boolean>
  created_at?: TimeFilter
  updated_at?: TimeFilter
  from_path?: OneOrMany<string>
  target?: OneOrMany<string>
}

/** Why `redirects.list` can be refused. */
export type RedirectsListReason = CommonReason
/** List the redirects of old addresses. GET /v1/redirects; needs redirects:read. */
export function list(client: Caller, query: RedirectListQuery = {}, options: RequestOptions = {}): ListPromise<Redirect, RedirectsListReason> {
  return client.list({ method: 'GET', path: '/v1/redirects', query }, options)
}

/** Why `redirects.create` can be refused. */
export type RedirectsCreateReason = CommonReason | 'redirect_taken' | 'redirect_page' | 'redirect_reserved' | 'redirect_chained' | 'redirects_limit_reached'
/** Redirect an old address. POST /v1/redirects; needs redirects:write. */
export function create(client: Caller, body: RedirectCreate, options: RequestOptions = {}): ApiPromise<Redirect, RedirectsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/redirects', body }, options)
}

/** Why `redirects.delete` can be refused. */
export type RedirectsDeleteReason = CommonReason | 'redirect_unknown'
/** Delete a redirect. DELETE /v1/redirects; needs redirects:write. */
function delete_(client: Caller, body: RedirectDeleteRequest, options: RequestOptions = {}): ApiPromise<DeletedRedirect, RedirectsDeleteReason> {
  return client.call({ method: 'DELETE', path: '/v1/redirects', body }, options)
}

export { delete_ as delete }

/** The operations of `redirects` with a client. */
export class RedirectsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the redirects of old addresses. GET /v1/redirects; needs redirects:read. */
  list(query: RedirectListQuery = {}, options: RequestOptions = {}): ListPromise<Redirect, RedirectsListReason> {
    return list(this.#client, query, options)
  }
  /** Redirect an old address. POST /v1/redirects; needs redirects:write. */
  create(body: RedirectCreate, options: RequestOptions = {}): ApiPromise<Redirect, RedirectsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Delete a redirect. DELETE /v1/redirects; needs redirects:write. */
  delete(body: RedirectDeleteRequest, options: RequestOptions = {}): ApiPromise<DeletedRedirect, RedirectsDeleteReason> {
    return delete_(this.#client, body, options)
  }}
