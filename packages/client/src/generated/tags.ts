// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedTag {
  /** The id of the tag. */
  id: string
  /** Always true: the tag was deleted. */
  deleted: true
}

export interface Tag {
  /** The id of the tag. */
  id: string
  /** What staff read; unique in the school. */
  name: string
  /** The number of people with the tag, without deleted ones. */
  users_count: number
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the tag was created. */
  created_at: string
  /** When the tag last changed. */
  updated_at: string
}

export interface TagCreate {
  /** What staff read; unique in the school. */
  name: string
}

export interface TagUpdate {
  /** What staff read; unique in the school. */
  name?: string
  /** The tag that stays. This tag is deleted at once. Its people get the other one within moments, each with events user.tag_removed and user.tag_added. */
  merge_into?: string
}

export type TagSort = 'created_at' | '-created_at' | 'name' | '-name'
/** The query of the list of Tag. */
export interface TagListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<TagSort>
  created_at?: TimeFilter
  updated_at?: TimeFilter
  name?: OneOrMany<string>
}

/** Why `tags.list` can be refused. */
export type TagsListReason = CommonReason
/** List tags with the number of their people. GET /v1/tags; needs tags:read. */
export function list(client: Caller, query: TagListQuery = {}, options: RequestOptions = {}): ListPromise<Tag, TagsListReason> {
  return client.list({ method: 'GET', path: '/v1/tags', query }, options)
}

/** Why `tags.create` can be refused. */
export type TagsCreateReason = CommonReason | 'tag_name_taken' | 'school_tags_limit_reached'
/** Create a tag. POST /v1/tags; needs tags:write. */
export function create(client: Caller, body: TagCreate, options: RequestOptions = {}): ApiPromise<Tag, TagsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/tags', body }, options)
}

/** Why `tags.get` can be refused. */
export type TagsGetReason = CommonReason
/** Get a tag. GET /v1/tags/{id}; needs tags:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Tag, TagsGetReason> {
  return client.call({ method: 'GET', path: `/v1/tags/${encodeURIComponent(id)}` }, options)
}

/** Why `tags.update` can be refused. */
export type TagsUpdateReason = CommonReason | 'tag_name_taken' | 'tag_unknown' | 'tag_merged_into_itself'
/** Rename a tag, or merge it into another; answers with the tag that stays. PATCH /v1/tags/{id}; needs tags:write. */
export function update(client: Caller, id: string, body: TagUpdate = {}, options: RequestOptions = {}): ApiPromise<Tag, TagsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/tags/${encodeURIComponent(id)}`, body }, options)
}

/** Why `tags.delete` can be refused. */
export type TagsDeleteReason = CommonReason
/** Delete a tag; it is removed from its people within moments, each with an event user.tag_removed. DELETE /v1/tags/{id}; needs tags:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedTag, TagsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/tags/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `tags` with a client. */
export class TagsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List tags with the number of their people. GET /v1/tags; needs tags:read. */
  list(query: TagListQuery = {}, options: RequestOptions = {}): ListPromise<Tag, TagsListReason> {
    return list(this.#client, query, options)
  }
  /** Create a tag. POST /v1/tags; needs tags:write. */
  create(body: TagCreate, options: RequestOptions = {}): ApiPromise<Tag, TagsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a tag. GET /v1/tags/{id}; needs tags:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Tag, TagsGetReason> {
    return get(this.#client, id, options)
  }
  /** Rename a tag, or merge it into another; answers with the tag that stays. PATCH /v1/tags/{id}; needs tags:write. */
  update(id: string, body: TagUpdate = {}, options: RequestOptions = {}): ApiPromise<Tag, TagsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a tag; it is removed from its people within moments, each with an event user.tag_removed. DELETE /v1/tags/{id}; needs tags:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedTag, TagsDeleteReason> {
    return delete_(this.#client, id, options)
  }}
