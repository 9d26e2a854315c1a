// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedOfferItem {
  /** The id of the offer item. */
  id: string
  /** Always true: the offer item was deleted. */
  deleted: true
}

export interface OfferItem {
  /** The id of the offer item. */
  id: string
  /** The id of the offer. */
  offer_id: string
  /** The kind of the item: a course, a place in a group or flow, a webinar, or other. */
  kind: 'course' | 'group' | 'webinar' | 'other'
  /** The id of the course, group or webinar; null for other. */
  resource_id: string | null
  /** What the buyer reads in the list of what the offer contains. */
  name: string
  /** The duration of the access; null for no end. */
  term_days: number | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the offer item was created. */
  created_at: string
  /** When the offer item last changed. */
  updated_at: string
}

export interface OfferItemCreate {
  /** The kind of the item: a course, a place in a group or flow, a webinar, or other. */
  kind: 'course' | 'group' | 'webinar' | 'other'
  /** The id of the course, group or webinar; null for other. Default: `null`. */
  resource_id?: string | null
  /** What the buyer reads in the list of what the offer contains. */
  name: string
  /** The duration of the access; null for no end. Default: `null`. */
  term_days?: number | null
}

export interface OfferItemUpdate {
  /** The kind of the item: a course, a place in a group or flow, a webinar, or other. */
  kind?: 'course' | 'group' | 'webinar' | 'other'
  /** The id of the course, group or webinar; null for other. */
  resource_id?: string | null
  /** What the buyer reads in the list of what the offer contains. */
  name?: string
  /** The duration of the access; null for no end. */
  term_days?: number | null
}

export type OfferItemSort = 'created_at' | '-created_at' | 'name' | '-name'
/** The query of the list of OfferItem. */
export interface OfferItemListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<OfferItemSort>
  offer_id?: OneOrMany<string>
  kind?: OneOrMany<'course' | 'group' | 'webinar' | 'other'>
  created_at?: TimeFilter
  updated_at?: TimeFilter
  resource_id?: OneOrMany<string>
}

/** Why `offerItems.list` can be refused. */
export type OfferItemsListReason = CommonReason
/** List the items of an offer. GET /v1/offers/{id}/items; needs offers:read. */
export function list(client: Caller, id: string, query: OfferItemListQuery = {}, options: RequestOptions = {}): ListPromise<OfferItem, OfferItemsListReason> {
  return client.list({ method: 'GET', path: `/v1/offers/${encodeURIComponent(id)}/items`, query }, options)
}

/** Why `offerItems.create` can be refused. */
export type OfferItemsCreateReason = CommonReason | 'resource_invalid' | 'offer_items_limit_reached'
/** Add an item to an offer. POST /v1/offers/{id}/items; needs offers:write. */
export function create(client: Caller, id: string, body: OfferItemCreate, options: RequestOptions = {}): ApiPromise<OfferItem, OfferItemsCreateReason> {
  return client.call({ method: 'POST', path: `/v1/offers/${encodeURIComponent(id)}/items`, body }, options)
}

/** Why `offerItems.get` can be refused. */
export type OfferItemsGetReason = CommonReason
/** Get an item of an offer. GET /v1/offers/{id}/items/{itemId}; needs offers:read. */
export function get(client: Caller, id: string, itemId: string, options: RequestOptions = {}): ApiPromise<OfferItem, OfferItemsGetReason> {
  return client.call({ method: 'GET', path: `/v1/offers/${encodeURIComponent(id)}/items/${encodeURIComponent(itemId)}` }, options)
}

/** Why `offerItems.update` can be refused. */
export type OfferItemsUpdateReason = CommonReason | 'resource_invalid'
/** Change an item of an offer. PATCH /v1/offers/{id}/items/{itemId}; needs offers:write. */
export function update(client: Caller, id: string, itemId: string, body: OfferItemUpdate = {}, options: RequestOptions = {}): ApiPromise<OfferItem, OfferItemsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/offers/${encodeURIComponent(id)}/items/${encodeURIComponent(itemId)}`, body }, options)
}

/** Why `offerItems.delete` can be refused. */
export type OfferItemsDeleteReason = CommonReason
/** Remove an item from an offer. DELETE /v1/offers/{id}/items/{itemId}; needs offers:write. */
function delete_(client: Caller, id: string, itemId: string, options: RequestOptions = {}): ApiPromise<DeletedOfferItem, OfferItemsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/offers/${encodeURIComponent(id)}/items/${encodeURIComponent(itemId)}` }, options)
}

export { delete_ as delete }

/** The operations of `offerItems` with a client. */
export class OfferItemsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the items of an offer. GET /v1/offers/{id}/items; needs offers:read. */
  list(id: string, query: OfferItemListQuery = {}, options: RequestOptions = {}): ListPromise<OfferItem, OfferItemsListReason> {
    return list(this.#client, id, query, options)
  }
  /** Add an item to an offer. POST /v1/offers/{id}/items; needs offers:write. */
  create(id: string, body: OfferItemCreate, options: RequestOptions = {}): ApiPromise<OfferItem, OfferItemsCreateReason> {
    return create(this.#client, id, body, options)
  }
  /** Get an item of an offer. GET /v1/offers/{id}/items/{itemId}; needs offers:read. */
  get(id: string, itemId: string, options: RequestOptions = {}): ApiPromise<OfferItem, OfferItemsGetReason> {
    return get(this.#client, id, itemId, options)
  }
  /** Change an item of an offer. PATCH /v1/offers/{id}/items/{itemId}; needs offers:write. */
  update(id: string, itemId: string, body: OfferItemUpdate = {}, options: RequestOptions = {}): ApiPromise<OfferItem, OfferItemsUpdateReason> {
    return update(this.#client, id, itemId, body, options)
  }
  /** Remove an item from an offer. DELETE /v1/offers/{id}/items/{itemId}; needs offers:write. */
  delete(id: string, itemId: string, options: RequestOptions = {}): ApiPromise<DeletedOfferItem, OfferItemsDeleteReason> {
    return delete_(this.#client, id, itemId, options)
  }}
