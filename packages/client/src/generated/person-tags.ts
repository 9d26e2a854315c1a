// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface PersonTag {
  /** The id of the tag. */
  id: string
  /** What staff read; unique in the school. */
  name: string
  /** When the tag was added. */
  added_at: string
}

export interface PersonTagAddRequest {
  /** Ids or names of tags. */
  tags: string[]
}

export interface PersonTagAddResult {
  /** The person. */
  id: string
  /** All tags of the person after the change. */
  tags: PersonTag[]
}

export interface PersonTagDeleteRequest {
  /** Ids or names of tags. */
  tags: string[]
}

export interface PersonTagReplaceRequest {
  /** Ids or names of tags. */
  tags: string[]
}

/** The query of the list of PersonTag. */
export interface PersonTagListQuery extends PageQuery {
  added_at?: TimeFilter
}

/** Why `personTags.list` can be refused. */
export type PersonTagsListReason = CommonReason
/** List the tags of a person. GET /v1/users/{id}/tags; needs users:read. */
export function list(client: Caller, id: string, query: PersonTagListQuery = {}, options: RequestOptions = {}): ListPromise<PersonTag, PersonTagsListReason> {
  return client.list({ method: 'GET', path: `/v1/users/${encodeURIComponent(id)}/tags`, query }, options)
}

/** Why `personTags.add` can be refused. */
export type PersonTagsAddReason = CommonReason | 'tag_unknown' | 'user_deleted' | 'tags_limit_reached'
/** Add tags to a person. POST /v1/users/{id}/tags; needs users:write. */
export function add(client: Caller, id: string, body: PersonTagAddRequest, options: RequestOptions = {}): ApiPromise<PersonTagAddResult, PersonTagsAddReason> {
  return client.call({ method: 'POST', path: `/v1/users/${encodeURIComponent(id)}/tags`, body }, options)
}

/** Why `personTags.replace` can be refused. */
export type PersonTagsReplaceReason = CommonReason | 'tag_unknown' | 'user_deleted'
/** Set the tags of a person; all others are removed. PUT /v1/users/{id}/tags; needs users:write. */
export function replace(client: Caller, id: string, body: PersonTagReplaceRequest, options: RequestOptions = {}): ApiPromise<PersonTagAddResult, PersonTagsReplaceReason> {
  return client.call({ method: 'PUT', path: `/v1/users/${encodeURIComponent(id)}/tags`, body }, options)
}

/** Why `personTags.delete` can be refused. */
export type PersonTagsDeleteReason = CommonReason | 'tag_unknown' | 'user_deleted'
/** Remove tags from a person. DELETE /v1/users/{id}/tags; needs users:write. */
function delete_(client: Caller, id: string, body: PersonTagDeleteRequest, options: RequestOptions = {}): ApiPromise<PersonTagAddResult, PersonTagsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/users/${encodeURIComponent(id)}/tags`, body }, options)
}

export { delete_ as delete }

/** The operations of `personTags` with a client. */
export class PersonTagsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the tags of a person. GET /v1/users/{id}/tags; needs users:read. */
  list(id: string, query: PersonTagListQuery = {}, options: RequestOptions = {}): ListPromise<PersonTag, PersonTagsListReason> {
    return list(this.#client, id, query, options)
  }
  /** Add tags to a person. POST /v1/users/{id}/tags; needs users:write. */
  add(id: string, body: PersonTagAddRequest, options: RequestOptions = {}): ApiPromise<PersonTagAddResult, PersonTagsAddReason> {
    return add(this.#client, id, body, options)
  }
  /** Set the tags of a person; all others are removed. PUT /v1/users/{id}/tags; needs users:write. */
  replace(id: string, body: PersonTagReplaceRequest, options: RequestOptions = {}): ApiPromise<PersonTagAddResult, PersonTagsReplaceReason> {
    return replace(this.#client, id, body, options)
  }
  /** Remove tags from a person. DELETE /v1/users/{id}/tags; needs users:write. */
  delete(id: string, body: PersonTagDeleteRequest, options: RequestOptions = {}): ApiPromise<PersonTagAddResult, PersonTagsDeleteReason> {
    return delete_(this.#client, id, body, options)
  }}
