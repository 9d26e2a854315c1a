// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, NumberFilter, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { EnrollmentUser } from './enrollments.ts'
import type { ModuleCourse } from './modules.ts'

export interface DeletedReview {
  /** The id of the review. */
  id: string
  /** Always true: the review was deleted. */
  deleted: true
}

export interface Review {
  /** The id of the review. */
  id: string
  /** The id of the user. */
  user_id: string
  /** The id of the course. */
  course_id: string
  /** Stars, from 1 to 5. */
  rating: number
  /** What the person wrote beside the stars; empty for nothing. */
  text: string
  /** Others read a published review. An edited one is pending again, until the school has looked at it. */
  status: 'pending' | 'published' | 'rejected'
  /** The answer of the school, which stands below the review. */
  answer: string | null
  /** When the review was answered; null if it has not been. */
  answered_at: string | null
  /** When it was last published. */
  published_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the review was created. */
  created_at: string
  /** When the review last changed. */
  updated_at: string
}

export interface ReviewCreate {
  /** The id of the course. */
  course_id: string
  /** The person, if staff enters the review; otherwise the one that the call acts as. */
  user_id?: string
  /** Stars, from 1 to 5. */
  rating: number
  /** What the person wrote beside the stars; empty for nothing. Default: `""`. */
  text?: string
}

export interface ReviewUpdate {
  /** Stars, from 1 to 5. */
  rating?: number
  /** What the person wrote beside the stars; empty for nothing. */
  text?: string
  /** `published` shows the review to others, `rejected` does not. */
  status?: 'published' | 'rejected'
  /** The answer of the school to the review; null takes it back. */
  answer?: string | null
}

export type ReviewSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
export type ReviewExpand = 'user' | 'course'
/** An item of the list with the relations of `expand`. */
export type ReviewWith<E extends ReviewExpand = never> = Review &
  ('user' extends E ? { user: EnrollmentUser | null } : unknown) &
  ('course' extends E ? { course: ModuleCourse | null } : unknown)
/** The query of the list of Review. */
export interface ReviewListQuery<E extends ReviewExpand = ReviewExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<ReviewSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  user_id?: OneOrMany<string>
  course_id?: OneOrMany<string>
  status?: OneOrMany<'pending' | 'published' | 'rejected'>
  answered_at?: TimeFilter
  published_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  rating?: NumberFilter
}

/** Why `reviews.list` can be refused. */
export type ReviewsListReason = CommonReason
/** List reviews of courses; students see published ones and their own. GET /v1/reviews; needs reviews:read. */
export function list<const E extends ReviewExpand = never>(client: Caller, query: ReviewListQuery<E> = {}, options: RequestOptions = {}): ListPromise<ReviewWith<E>, ReviewsListReason> {
  return client.list({ method: 'GET', path: '/v1/reviews', query }, options)
}

/** Why `reviews.create` can be refused. */
export type ReviewsCreateReason = CommonReason | 'person_missing' | 'study_unknown' | 'review_exists'
/** Review a course that the person studies or has studied; the school publishes it. POST /v1/reviews; needs reviews:write. */
export function create(client: Caller, body: ReviewCreate, options: RequestOptions = {}): ApiPromise<Review, ReviewsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/reviews', body }, options)
}

/** Why `reviews.get` can be refused. */
export type ReviewsGetReason = CommonReason
/** Get a review. GET /v1/reviews/{id}; needs reviews:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Review, ReviewsGetReason> {
  return client.call({ method: 'GET', path: `/v1/reviews/${encodeURIComponent(id)}` }, options)
}

/** Why `reviews.update` can be refused. */
export type ReviewsUpdateReason = CommonReason | 'review_of_author' | 'review_of_school'
/** Edit a review as its author, or publish, reject or answer it as the school. PATCH /v1/reviews/{id}; needs reviews:write. */
export function update(client: Caller, id: string, body: ReviewUpdate = {}, options: RequestOptions = {}): ApiPromise<Review, ReviewsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/reviews/${encodeURIComponent(id)}`, body }, options)
}

/** Why `reviews.delete` can be refused. */
export type ReviewsDeleteReason = CommonReason
/** Delete a review. DELETE /v1/reviews/{id}; needs reviews:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedReview, ReviewsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/reviews/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `reviews` with a client. */
export class ReviewsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List reviews of courses; students see published ones and their own. GET /v1/reviews; needs reviews:read. */
  list<const E extends ReviewExpand = never>(query: ReviewListQuery<E> = {}, options: RequestOptions = {}): ListPromise<ReviewWith<E>, ReviewsListReason> {
    return list(this.#client, query, options)
  }
  /** Review a course that the person studies or has studied; the school publishes it. POST /v1/reviews; needs reviews:write. */
  create(body: ReviewCreate, options: RequestOptions = {}): ApiPromise<Review, ReviewsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a review. GET /v1/reviews/{id}; needs reviews:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Review, ReviewsGetReason> {
    return get(this.#client, id, options)
  }
  /** Edit a review as its author, or publish, reject or answer it as the school. PATCH /v1/reviews/{id}; needs reviews:write. */
  update(id: string, body: ReviewUpdate = {}, options: RequestOptions = {}): ApiPromise<Review, ReviewsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a review. DELETE /v1/reviews/{id}; needs reviews:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedReview, ReviewsDeleteReason> {
    return delete_(this.#client, id, options)
  }}
