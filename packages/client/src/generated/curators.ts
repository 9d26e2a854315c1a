// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { EnrollmentUser } from './enrollments.ts'
import type { ModuleCourse } from './modules.ts'

export interface Curator {
  /** The id of the curator. */
  id: string
  /** Who reviews. */
  curator_id: string
  /** The student whose work it is: homework, and open answers of quizzes. */
  user_id: string | null
  /** The flow whose work it is. */
  group_id: string | null
  /** The course whose work it is. */
  course_id: string | null
  /** How many answers the curator may have in review; null without a limit. */
  max_load: number | null
  /** The start of the absence; null if the curator is there. */
  absence_starts_at: string | null
  /** The end of the absence; null for an open end. */
  absence_ends_at: string | null
  /** `group` for the curator that a group names, who ends with it. */
  source: 'manual' | 'group'
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
  /** The assignment that is changed; otherwise that of this curator and scope. */
  id?: string
  /** The person who is to review. */
  curator_id: string
  /** The student whose work it is: homework, and open answers of quizzes. Default: `null`. */
  user_id?: string | null
  /** The flow whose work it is. Default: `null`. */
  group_id?: string | null
  /** The course whose work it is. Default: `null`. */
  course_id?: string | null
  /** How many answers the curator may have in review; null without a limit. It stays if not sent. */
  max_load?: number | null
  /** The start of the absence; null if the curator is there. It stays if not sent. */
  absence_starts_at?: string | null
  /** The end of the absence; null for an open end. It stays if not sent. */
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
export type CuratorExpand = 'curator' | 'user' | 'course'
/** An item of the list with the relations of `expand`. */
export type CuratorWith<E extends CuratorExpand = never> = Curator &
  ('curator' extends E ? { curator: EnrollmentUser | null } : unknown) &
  ('user' extends E ? { user: EnrollmentUser | null } : unknown) &
  ('course' extends E ? { course: ModuleCourse | null } : unknown)
/** The query of the list of Curator. */
export interface CuratorListQuery<E extends CuratorExpand = CuratorExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<CuratorSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  curator_id?: OneOrMany<string>
  user_id?: OneOrMany<string>
  group_id?: OneOrMany<string>
  course_id?: OneOrMany<string>
  absence_starts_at?: TimeFilter
  absence_ends_at?: TimeFilter
  source?: OneOrMany<'manual' | 'group'>
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `curators.list` can be refused. */
export type CuratorsListReason = CommonReason
/** List the assignments of curators with their current load; curators see their own. GET /v1/curators; needs curators:read. */
export function list<const E extends CuratorExpand = never>(client: Caller, query: CuratorListQuery<E> = {}, options: RequestOptions = {}): ListPromise<CuratorWith<E>, CuratorsListReason> {
  return client.list({ method: 'GET', path: '/v1/curators', query }, options)
}

/** Why `curators.assign` can be refused. */
export type CuratorsAssignReason = CommonReason | 'curator_scope_invalid' | 'curator_person_unknown' | 'curator_course_unknown' | 'curator_absence_invalid' | 'curator_assignment_unknown' | 'curator_assignment_exists' | 'curator_named_by_group' | 'curators_limit_reached'
/** Assign a curator to a person, flow or course; repeat to change what is sent, by id also the scope. POST /v1/curators; needs curators:write. */
export function assign(client: Caller, body: CuratorAssignRequest, options: RequestOptions = {}): ApiPromise<Curator, CuratorsAssignReason> {
  return client.call({ method: 'POST', path: '/v1/curators', body }, options)
}

/** Why `curators.release` can be refused. */
export type CuratorsReleaseReason = CommonReason | 'curator_assignment_unknown' | 'curator_named_by_group'
/** End the assignment of a curator; what they have in review by it alone returns to the queue. DELETE /v1/curators; needs curators:write. */
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
  list<const E extends CuratorExpand = never>(query: CuratorListQuery<E> = {}, options: RequestOptions = {}): ListPromise<CuratorWith<E>, CuratorsListReason> {
    return list(this.#client, query, options)
  }
  /** Assign a curator to a person, flow or course; repeat to change what is sent, by id also the scope. POST /v1/curators; needs curators:write. */
  assign(body: CuratorAssignRequest, options: RequestOptions = {}): ApiPromise<Curator, CuratorsAssignReason> {
    return assign(this.#client, body, options)
  }
  /** End the assignment of a curator; what they have in review by it alone returns to the queue. DELETE /v1/curators; needs curators:write. */
  release(body: CuratorReleaseRequest, options: RequestOptions = {}): ApiPromise<DeletedCurator, CuratorsReleaseReason> {
    return release(this.#client, body, options)
  }}
