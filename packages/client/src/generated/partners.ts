// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedPartner {
  /** The id of the partner. */
  id: string
  /** Always true: the partner was deleted. */
  deleted: true
}

export interface Partner {
  /** The id of the partner. */
  id: string
  /** The name of the person or company, for staff and in the list of partners. */
  name: string
  /** The person who is the partner, if they are one of the school. Own orders earn nothing. */
  user_id: string | null
  /** The code in the link, in any case. Unique in the school. */
  code: string
  /** What the partner adds to the address of any page of the site. */
  link: string
  /** The share of the payments, without taxes, in hundredths of a percent: 1000 is 10 %. */
  basis_points: number
  /** An inactive partner gets no new orders; earlier ones go on earning. */
  active: boolean
  /** A note of staff; the partner does not see it. */
  comment: string
  /** One entry for each currency. */
  balance: {
    /** The currency: an ISO 4217 code, such as `EUR`. */
    currency: string
    /** Earned, but still held until the end of the refund term. */
    held: number
    /** What a payout would pay; negative if more was taken back than was earned since. */
    available: number
    /** The sum of the payouts. */
    paid: number
  }[]
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the partner was created. */
  created_at: string
  /** When the partner last changed. */
  updated_at: string
}

export interface PartnerCreate {
  /** The name of the person or company, for staff and in the list of partners. */
  name: string
  /** The person who is the partner, if they are one of the school. Own orders earn nothing. Default: `null`. */
  user_id?: string | null
  /** The code in the link, in any case. Unique in the school. */
  code: string
  /** The share of the payments, without taxes, in hundredths of a percent: 1000 is 10 %. */
  basis_points: number
  /** An inactive partner gets no new orders; earlier ones go on earning. Default: `true`. */
  active?: boolean
  /** A note of staff; the partner does not see it. Default: `""`. */
  comment?: string
}

export interface PartnerUpdate {
  /** The name of the person or company, for staff and in the list of partners. */
  name?: string
  /** The person who is the partner, if they are one of the school. Own orders earn nothing. */
  user_id?: string | null
  /** The code in the link, in any case. Unique in the school. */
  code?: string
  /** The share of the payments, without taxes, in hundredths of a percent: 1000 is 10 %. */
  basis_points?: number
  /** An inactive partner gets no new orders; earlier ones go on earning. */
  active?: boolean
  /** A note of staff; the partner does not see it. */
  comment?: string
}

export type PartnerSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'name' | '-name' | 'code' | '-code'
/** The query of the list of Partner. */
export interface PartnerListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<PartnerSort>
  user_id?: OneOrMany<string>
  active?: OneOrMany<boolean>
  created_at?: TimeFilter
  updated_at?: TimeFilter
  code?: OneOrMany<string>
}

/** Why `partners.list` can be refused. */
export type PartnersListReason = CommonReason
/** List partners. GET /v1/partners; needs partners:read. */
export function list(client: Caller, query: PartnerListQuery = {}, options: RequestOptions = {}): ListPromise<Partner, PartnersListReason> {
  return client.list({ method: 'GET', path: '/v1/partners', query }, options)
}

/** Why `partners.create` can be refused. */
export type PartnersCreateReason = CommonReason | 'partner_code_taken' | 'user_unknown' | 'partners_limit_reached'
/** Create a partner. POST /v1/partners; needs partners:write. */
export function create(client: Caller, body: PartnerCreate, options: RequestOptions = {}): ApiPromise<Partner, PartnersCreateReason> {
  return client.call({ method: 'POST', path: '/v1/partners', body }, options)
}

/** Why `partners.get` can be refused. */
export type PartnersGetReason = CommonReason
/** Get a partner with the link and the balance. GET /v1/partners/{id}; needs partners:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Partner, PartnersGetReason> {
  return client.call({ method: 'GET', path: `/v1/partners/${encodeURIComponent(id)}` }, options)
}

/** Why `partners.update` can be refused. */
export type PartnersUpdateReason = CommonReason | 'partner_code_taken' | 'user_unknown'
/** Change a partner. PATCH /v1/partners/{id}; needs partners:write. */
export function update(client: Caller, id: string, body: PartnerUpdate = {}, options: RequestOptions = {}): ApiPromise<Partner, PartnersUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/partners/${encodeURIComponent(id)}`, body }, options)
}

/** Why `partners.delete` can be refused. */
export type PartnersDeleteReason = CommonReason | 'partner_has_orders'
/** Delete a partner without orders. DELETE /v1/partners/{id}; needs partners:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedPartner, PartnersDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/partners/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `partners` with a client. */
export class PartnersApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List partners. GET /v1/partners; needs partners:read. */
  list(query: PartnerListQuery = {}, options: RequestOptions = {}): ListPromise<Partner, PartnersListReason> {
    return list(this.#client, query, options)
  }
  /** Create a partner. POST /v1/partners; needs partners:write. */
  create(body: PartnerCreate, options: RequestOptions = {}): ApiPromise<Partner, PartnersCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a partner with the link and the balance. GET /v1/partners/{id}; needs partners:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Partner, PartnersGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a partner. PATCH /v1/partners/{id}; needs partners:write. */
  update(id: string, body: PartnerUpdate = {}, options: RequestOptions = {}): ApiPromise<Partner, PartnersUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a partner without orders. DELETE /v1/partners/{id}; needs partners:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedPartner, PartnersDeleteReason> {
    return delete_(this.#client, id, options)
  }}
