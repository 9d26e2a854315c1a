// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { ModuleCourse } from './modules.ts'

export interface DeletedEnrollment {
  /** The id of the enrollment. */
  id: string
  /** Always true: the enrollment was deleted. */
  deleted: true
}

export interface Enrollment {
  /** The id of the enrollment. */
  id: string
  /** The id of the user. */
  user_id: string
  /** The id of the course. */
  course_id: string
  /** The flow in which the person studies. */
  group_id: string | null
  /** suspended: no right to the course runs any more. frozen: the last running right is frozen, and the clock stands still. */
  status: 'waiting' | 'active' | 'frozen' | 'suspended' | 'completed' | 'ended'
  /** The own start, from which days are counted. */
  starts_at: string
  /** Until when the person is to complete the course. A leave moves it by its length, once it ends. */
  due_at: string | null
  /** The share of required lessons that are completed. */
  percent: number
  /** When the clock stood still. Openings and deadlines of later days moved by these days. */
  freezes: ({
    /** When the clock stopped. */
    from: string
    /** When it ran again; null if it still stands still. */
    to: string | null
  })[]
  /** When the person completed the course; null before. */
  completed_at: string | null
  /** When the enrollment was deleted. */
  ended_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the enrollment was created. */
  created_at: string
  /** When the enrollment last changed. */
  updated_at: string
}

export interface EnrollmentCreate {
  /** The id of the user. */
  user_id: string
  /** The id of the course. */
  course_id: string
  /** The flow in which the person studies. */
  group_id?: string | null
  /** The own start, from which days are counted. */
  starts_at?: string
  /** Until when the person is to complete the course. A leave moves it by its length, once it ends. */
  due_at?: string | null
}

export interface EnrollmentUpdate {
  /** The flow in which the person studies. */
  group_id?: string | null
  /** The own start, from which days are counted. */
  starts_at?: string
  /** Until when the person is to complete the course. A leave moves it by its length, once it ends. */
  due_at?: string | null
}

export interface EnrollmentUser {
  /** The id of the user. */
  id: string
  /** The first name; empty if the school has none. */
  first_name: string
  /** The last name; empty if the school has none. */
  last_name: string
}

export type EnrollmentSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
export type EnrollmentExpand = 'user' | 'course'
/** An item of the list with the relations of `expand`. */
export type EnrollmentWith<E extends EnrollmentExpand = never> = Enrollment &
  ('user' extends E ? { user: EnrollmentUser | null } : unknown) &
  ('course' extends E ? { course: ModuleCourse | null } : unknown)
/** The query of the list of Enrollment. */
export interface EnrollmentListQuery<E extends EnrollmentExpand = EnrollmentExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<EnrollmentSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  user_id?: OneOrMany<string>
  course_id?: OneOrMany<string>
  group_id?: OneOrMany<string>
  status?: OneOrMany<'waiting' | 'active' | 'frozen' | 'suspended' | 'completed' | 'ended'>
  starts_at?: TimeFilter
  due_at?: TimeFilter
  completed_at?: TimeFilter
  ended_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `enrollments.list` can be refused. */
export type EnrollmentsListReason = CommonReason
/** List enrollments; students see their own, curators those of the people assigned to them. GET /v1/enrollments; needs enrollments:read. */
export function list<const E extends EnrollmentExpand = never>(client: Caller, query: EnrollmentListQuery<E> = {}, options: RequestOptions = {}): ListPromise<EnrollmentWith<E>, EnrollmentsListReason> {
  return client.list({ method: 'GET', path: '/v1/enrollments', query }, options)
}

/** Why `enrollments.create` can be refused. */
export type EnrollmentsCreateReason = CommonReason | 'course_unknown' | 'course_archived' | 'access_missing'
/** Enroll a person with access to a course, or begin an ended enrollment again. POST /v1/enrollments; needs enrollments:write. */
export function create(client: Caller, body: EnrollmentCreate, options: RequestOptions = {}): ApiPromise<Enrollment, EnrollmentsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/enrollments', body }, options)
}

/** Why `enrollments.get` can be refused. */
export type EnrollmentsGetReason = CommonReason
/** Get an enrollment. GET /v1/enrollments/{id}; needs enrollments:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Enrollment, EnrollmentsGetReason> {
  return client.call({ method: 'GET', path: `/v1/enrollments/${encodeURIComponent(id)}` }, options)
}

/** Why `enrollments.update` can be refused. */
export type EnrollmentsUpdateReason = CommonReason | 'enrollment_ended'
/** Change the start, the flow or the deadline of an enrollment. PATCH /v1/enrollments/{id}; needs enrollments:write. */
export function update(client: Caller, id: string, body: EnrollmentUpdate = {}, options: RequestOptions = {}): ApiPromise<Enrollment, EnrollmentsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/enrollments/${encodeURIComponent(id)}`, body }, options)
}

/** Why `enrollments.freeze` can be refused. */
export type EnrollmentsFreezeReason = CommonReason | 'freezes_limit_reached' | 'enrollment_not_running' | 'enrollment_ended' | 'outcome_unknown'
/** Freeze an enrollment for an academic leave: access is frozen, and terms, openings and deadlines are suspended. POST /v1/enrollments/{id}/freeze; needs enrollments:write. */
export function freeze(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Enrollment, EnrollmentsFreezeReason> {
  return client.call({ method: 'POST', path: `/v1/enrollments/${encodeURIComponent(id)}/freeze` }, options)
}

/** Why `enrollments.unfreeze` can be refused. */
export type EnrollmentsUnfreezeReason = CommonReason | 'enrollment_ended' | 'outcome_unknown'
/** Unfreeze an enrollment: its accesses continue for the rest of their terms. DELETE /v1/enrollments/{id}/freeze; needs enrollments:write. */
export function unfreeze(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Enrollment, EnrollmentsUnfreezeReason> {
  return client.call({ method: 'DELETE', path: `/v1/enrollments/${encodeURIComponent(id)}/freeze` }, options)
}

/** Why `enrollments.delete` can be refused. */
export type EnrollmentsDeleteReason = CommonReason
/** End an enrollment; the work of the person is kept. DELETE /v1/enrollments/{id}; needs enrollments:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedEnrollment, EnrollmentsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/enrollments/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `enrollments` with a client. */
export class EnrollmentsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List enrollments; students see their own, curators those of the people assigned to them. GET /v1/enrollments; needs enrollments:read. */
  list<const E extends EnrollmentExpand = never>(query: EnrollmentListQuery<E> = {}, options: RequestOptions = {}): ListPromise<EnrollmentWith<E>, EnrollmentsListReason> {
    return list(this.#client, query, options)
  }
  /** Enroll a person with access to a course, or begin an ended enrollment again. POST /v1/enrollments; needs enrollments:write. */
  create(body: EnrollmentCreate, options: RequestOptions = {}): ApiPromise<Enrollment, EnrollmentsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get an enrollment. GET /v1/enrollments/{id}; needs enrollments:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Enrollment, EnrollmentsGetReason> {
    return get(this.#client, id, options)
  }
  /** Change the start, the flow or the deadline of an enrollment. PATCH /v1/enrollments/{id}; needs enrollments:write. */
  update(id: string, body: EnrollmentUpdate = {}, options: RequestOptions = {}): ApiPromise<Enrollment, EnrollmentsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Freeze an enrollment for an academic leave: access is frozen, and terms, openings and deadlines are suspended. POST /v1/enrollments/{id}/freeze; needs enrollments:write. */
  freeze(id: string, options: RequestOptions = {}): ApiPromise<Enrollment, EnrollmentsFreezeReason> {
    return freeze(this.#client, id, options)
  }
  /** Unfreeze an enrollment: its accesses continue for the rest of their terms. DELETE /v1/enrollments/{id}/freeze; needs enrollments:write. */
  unfreeze(id: string, options: RequestOptions = {}): ApiPromise<Enrollment, EnrollmentsUnfreezeReason> {
    return unfreeze(this.#client, id, options)
  }
  /** End an enrollment; the work of the person is kept. DELETE /v1/enrollments/{id}; needs enrollments:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedEnrollment, EnrollmentsDeleteReason> {
    return delete_(this.#client, id, options)
  }}
