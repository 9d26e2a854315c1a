// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { EnrollmentUser } from './enrollments.ts'

export interface Gradebook {
  /** The id of the enrollment. */
  id: string
  /** The id of the user. */
  user_id: string
  /** The id of the group; null if there is none. */
  group_id: string | null
  /** The share of required lessons that are completed. */
  percent: number
  /** When the enrollment was created. */
  created_at: string
  /** Those that the person has; of several attempts at a quiz what `counts` of the quiz says. */
  grades: ({
    /** The quiz or the homework. */
    item_id: string
    /** Whether the grade is of a quiz or of homework. */
    kind: 'quiz' | 'homework'
    /** In hundredths of a point. */
    score: number | null
    /** In hundredths of a point. */
    max_score: number | null
    /** Where the grade stands: of a quiz `in_review`, `passed` or `failed`, of homework one of the others. */
    status: 'in_review' | 'passed' | 'failed' | 'submitted' | 'returned' | 'accepted'
    /** When the grade got its status. */
    at: string
    /** Who reviewed it. */
    curator_id: string | null
  })[]
  /** The result of the quizzes, and of the homework with points, of published lessons. In a category each counts alike, by the share of its points, without the lowest ones that are dropped; the categories count by their weights. What an override excuses does not count. */
  total: {
    /** Over what is graded by now, in percent with two decimals; null while nothing is. Above 100 by extra credit. */
    current: number | null
    /** The same with nothing for what has no grade; null if nothing counts. */
    final: number | null
  }
}

export type GradebookSort = 'created_at' | '-created_at'
export type GradebookExpand = 'user'
/** An item of the list with the relations of `expand`. */
export type GradebookWith<E extends GradebookExpand = never> = Gradebook &
  ('user' extends E ? { user: EnrollmentUser | null } : unknown)
/** The query of the list of Gradebook. */
export interface GradebookListQuery<E extends GradebookExpand = GradebookExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<GradebookSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  user_id?: OneOrMany<string>
  group_id?: OneOrMany<string>
  created_at?: TimeFilter
}

/** Why `gradebooks.list` can be refused. */
export type GradebooksListReason = CommonReason
/** List the people of a course with their grades; curators see the people assigned to them. GET /v1/courses/{id}/gradebook; needs grading:read. */
export function list<const E extends GradebookExpand = never>(client: Caller, id: string, query: GradebookListQuery<E> = {}, options: RequestOptions = {}): ListPromise<GradebookWith<E>, GradebooksListReason> {
  return client.list({ method: 'GET', path: `/v1/courses/${encodeURIComponent(id)}/gradebook`, query }, options)
}

/** The operations of `gradebooks` with a client. */
export class GradebooksApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the people of a course with their grades; curators see the people assigned to them. GET /v1/courses/{id}/gradebook; needs grading:read. */
  list<const E extends GradebookExpand = never>(id: string, query: GradebookListQuery<E> = {}, options: RequestOptions = {}): ListPromise<GradebookWith<E>, GradebooksListReason> {
    return list(this.#client, id, query, options)
  }}
