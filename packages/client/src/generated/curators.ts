// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface Curator {
  /** The id of the curator. */
  id: string
  /** Who reviews. */
  curator_id: string
  /** The student whose homework it is. */
  user_id: string | null
  /** The flow whose homework it is. */
  group_id: string | null
  /** The course whose homework it is. */
  course_id: string | null
  /** How many answers the curator may have in review; null without a limit. */
  max_load: number | null
  /** The start of the absence; null if the curator is there. */
  absence_starts_at: string | null
  /** The end of the absence; null for an open end. */
  absence_ends_at: string | null
  /** How many answers the curator has in review now. */
  load: number
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the curator was created. */
  created_at: string
  /** When the curator last changed. */
  updated_at: string
}

export interface CuratorAssignRequest {
  /** The person who is to review. */
  curator_id: string
  /** The id of the user; null if there is none. Default: `null`. */
  user_id?: string | null
  /** The id of the group; null if there is none. Default: `null`. */
  group_id?: string | null
  /** The id of the course; null if there is none. Default: `null`. */
  course_id?: string | null
  /** How many answers the curator may have in review; null without a limit. Default: `null`. */
  max_load?: number | null
  /** The start of the absence; null if the curator is there. Default: `null`. */
  absence_starts_at?: string | null
  /** The end of the absence; null for an open end. Default: `null`. */
  absence_ends_at?: string | null
}

export interface CuratorReleaseRequest {
  /** The id of the curator. */
  id: string
}

export interface DeletedCurator {
  /** The id of the curator. */
  id: string
  /** Always true: the curator was deleted. */
  deleted: true
}

export type CuratorSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
/** The query of the list of Curator. */
export interface CuratorListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<CuratorSort>
  curator_id?: OneOrMany<string>
  user_id?: OneOrMany<string>
  group_id?: OneOrMany<string>
  course_id?: OneOrMany<string>
  absence_starts_at?: TimeFilter
  absence_ends_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `curators.list` can be refused. */
export type CuratorsListReason = CommonReason
/** List the assignments of curators with their current load; curators see their own. GET /v1/curators; needs curators:read. */
export function list(client: Caller, query: CuratorListQuery = {}, options: RequestOptions = {}): ListPromise<Curator, CuratorsListReason> {
  return client.list({ method: 'GET', path: '/v1/curators', query }, options)
}

/** Why `curators.assign` can be refused. */
export type CuratorsAssignReason = CommonReason | 'curator_scope_invalid' | 'curator_person_unknown' | 'curator_course_unknown' | 'curator_absence_invalid' | 'curators_limit_reached'
/** Assign a curator to a person, flow or course; repeat to change load and absence. POST /v1/curators; needs curators:write. */
export function assign(client: Caller, body: CuratorAssignRequest, options: RequestOptions = {}): ApiPromise<Curator, CuratorsAssignReason> {
  return client.call({ method: 'POST', path: '/v1/curators', body }, options)
}

/** Why `curators.release` can be refused. */
export type CuratorsReleaseReason = CommonReason | 'curator_assignment_unknown'
/** End the assignment of a curator; submissions in review stay with them. DELETE /v1/curators; needs curators:write. */
export function release(client: Caller, body: CuratorReleaseRequest, options: RequestOptions = {}): ApiPromise<DeletedCurator, CuratorsReleaseReason> {
  return client.call({ method: 'DELETE', path: '/v1/curators', body }, options)
}

/** The operations of `curators` with a client. */
export class CuratorsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the assignments of curators with their current load; curators see their own. GET /v1/curators; needs curators:read. */
  list(query: CuratorListQuery = {}, options: RequestOptions = {}): ListPromise<Curator, CuratorsListReason> {
    return list(this.#client, query, options)
  }
  /** Assign a curator to a person, flow or course; repeat to change load and absence. POST /v1/curators; needs curators:write. */
  assign(body: CuratorAssignRequest, options: RequestOptions = {}): ApiPromise<Curator, CuratorsAssignReason> {
    return assign(this.#client, body, options)
  }
  /** End the assignment of a curator; submissions in review stay with them. DELETE /v1/curators; needs curators:write. */
  release(body: CuratorReleaseRequest, options: RequestOptions = {}): ApiPromise<DeletedCurator, CuratorsReleaseReason> {
    return release(this.#client, body, options)
  }}
