// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedPage {
  /** The id of the page. */
  id: string
  /** Always true: the page was deleted. */
  deleted: true
}

export interface Page {
  /** The id of the page. */
  id: string
  /** The address at the school’s own address; / is the home page. */
  path: string
  /** Shown as the heading of the browser's tab and by search engines. */
  title: string
  /** The text that search engines and previews of links show. */
  description: string
  /** The picture in previews of links: a ready image. */
  image_file_id: string | null
  /** Whether search engines may list it. */
  indexed: boolean
  /** A `published` page is visible at its path; its draft is not. */
  status: 'draft' | 'published'
  /** When the draft will be published. */
  publish_at: string | null
  /** When visitors first saw the present content. */
  published_at: string | null
  /** The number of the version that visitors see. */
  published_number: number | null
  /** Whether the draft differs from what visitors see. */
  has_changes: boolean
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the page was created. */
  created_at: string
  /** When the page last changed. */
  updated_at: string
}

export interface PageCreate {
  /** The address at the school’s own address; / is the home page. */
  path: string
  /** Shown as the heading of the browser's tab and by search engines. */
  title: string
  /** The text that search engines and previews of links show. Default: `""`. */
  description?: string
  /** The picture in previews of links: a ready image. Default: `null`. */
  image_file_id?: string | null
  /** Whether search engines may list it. Default: `true`. */
  indexed?: boolean
}

export type PagePublishRequest = {
  /** Always `publish`: it tells this form from the others. */
  action: 'publish'
  /** When the draft, as it is then, will be published; null or a past time for now. Default: `null`. */
  at?: string | null
} | {
  /** Always `withdraw`: it tells this form from the others. */
  action: 'withdraw'
}

export interface PageUpdate {
  /** The address at the school’s own address; / is the home page. */
  path?: string
  /** Shown as the heading of the browser's tab and by search engines. */
  title?: string
  /** The text that search engines and previews of links show. */
  description?: string
  /** The picture in previews of links: a ready image. */
  image_file_id?: string | null
  /** Whether search engines may list it. */
  indexed?: boolean
}

export type PageSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'path' | '-path' | 'title' | '-title'
/** The query of the list of Page. */
export interface PageListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<PageSort>
  image_file_id?: OneOrMany<string>
  indexed?: OneOrMany<boolean>
  status?: OneOrMany<'draft' | 'published'>
  publish_at?: TimeFilter
  published_at?: TimeFilter
  has_changes?: OneOrMany<boolean>
  created_at?: TimeFilter
  updated_at?: TimeFilter
  path?: OneOrMany<string>
}

/** Why `pages.list` can be refused. */
export type PagesListReason = CommonReason
/** List pages. GET /v1/pages; needs pages:read. */
export function list(client: Caller, query: PageListQuery = {}, options: RequestOptions = {}): ListPromise<Page, PagesListReason> {
  return client.list({ method: 'GET', path: '/v1/pages', query }, options)
}

/** Why `pages.create` can be refused. */
export type PagesCreateReason = CommonReason | 'page_path_taken' | 'page_path_redirected' | 'page_path_reserved' | 'page_reference_invalid' | 'pages_limit_reached'
/** Create a page, as a draft without content. POST /v1/pages; needs pages:write. */
export function create(client: Caller, body: PageCreate, options: RequestOptions = {}): ApiPromise<Page, PagesCreateReason> {
  return client.call({ method: 'POST', path: '/v1/pages', body }, options)
}

/** Why `pages.get` can be refused. */
export type PagesGetReason = CommonReason
/** Get a page. GET /v1/pages/{id}; needs pages:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Page, PagesGetReason> {
  return client.call({ method: 'GET', path: `/v1/pages/${encodeURIComponent(id)}` }, options)
}

/** Why `pages.update` can be refused. */
export type PagesUpdateReason = CommonReason | 'page_path_taken' | 'page_path_redirected' | 'page_path_reserved' | 'page_reference_invalid' | 'redirects_limit_reached'
/** Change a page; from the old path of a published page a redirect leads to the new one. PATCH /v1/pages/{id}; needs pages:write. */
export function update(client: Caller, id: string, body: PageUpdate = {}, options: RequestOptions = {}): ApiPromise<Page, PagesUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/pages/${encodeURIComponent(id)}`, body }, options)
}

/** Why `pages.delete` can be refused. */
export type PagesDeleteReason = CommonReason
/** Delete a page, with its content and its versions. DELETE /v1/pages/{id}; needs pages:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedPage, PagesDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/pages/${encodeURIComponent(id)}` }, options)
}

/** Why `pages.publish` can be refused. */
export type PagesPublishReason = CommonReason | 'page_draft_only'
/** Publish a draft now or later, or withdraw the page and cancel planned publications. POST /v1/pages/{id}/publish; needs pages:write. */
export function publish(client: Caller, id: string, body: PagePublishRequest, options: RequestOptions = {}): ApiPromise<Page, PagesPublishReason> {
  return client.call({ method: 'POST', path: `/v1/pages/${encodeURIComponent(id)}/publish`, body }, options)
}

export { delete_ as delete }

/** The operations of `pages` with a client. */
export class PagesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List pages. GET /v1/pages; needs pages:read. */
  list(query: PageListQuery = {}, options: RequestOptions = {}): ListPromise<Page, PagesListReason> {
    return list(this.#client, query, options)
  }
  /** Create a page, as a draft without content. POST /v1/pages; needs pages:write. */
  create(body: PageCreate, options: RequestOptions = {}): ApiPromise<Page, PagesCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a page. GET /v1/pages/{id}; needs pages:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Page, PagesGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a page; from the old path of a published page a redirect leads to the new one. PATCH /v1/pages/{id}; needs pages:write. */
  update(id: string, body: PageUpdate = {}, options: RequestOptions = {}): ApiPromise<Page, PagesUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a page, with its content and its versions. DELETE /v1/pages/{id}; needs pages:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedPage, PagesDeleteReason> {
    return delete_(this.#client, id, options)
  }
  /** Publish a draft now or later, or withdraw the page and cancel planned publications. POST /v1/pages/{id}/publish; needs pages:write. */
  publish(id: string, body: PagePublishRequest, options: RequestOptions = {}): ApiPromise<Page, PagesPublishReason> {
    return publish(this.#client, id, body, options)
  }}
