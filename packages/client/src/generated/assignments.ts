// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { Assignment } from './lesson-blocks.ts'
import type { LessonScheduleLesson } from './lesson-schedule.ts'
import type { ModuleCourse } from './modules.ts'

export interface AssignmentCreate {
  /** The lesson of which it is the homework. */
  lesson_id: string
  /** What students read above the homework. */
  title: string
  /** The task that students are to do. Default: `""`. */
  text?: string
  /** In hundredths of a point; null if it is only accepted or returned. Default: `null`. */
  max_score?: number | null
  /** Within how many hours an answer is to be reviewed. Default: `72`. */
  review_hours?: number
  /** Answers after the deadline are accepted; marked as late; refused; or lose a share of their score for each day. Default: `"accept"`. */
  late?: 'accept' | 'mark' | 'refuse' | 'penalty'
  /** The share of the score that each calendar day of delay costs; needed for `late: penalty`. Default: `null`. */
  penalty_percent?: number | null
  /** The criteria by which it is reviewed; the score follows from their levels. It needs max_score. Null for a score without criteria. A change leaves the reviews before as they are. Default: `null`. */
  rubric?: {
    /** What tells the criterion apart from the others; it keeps it when its words change. */
    key: string
    /** What is looked at, as students read it. */
    title: string
    /** More about it; empty for nothing. Default: `""`. */
    description?: string
    /** What it counts beside the other criteria: twice as much with twice the weight. */
    weight: number
    /** The levels that an answer can reach. */
    levels: {
      /** What tells the level apart from the others of the criterion. */
      key: string
      /** The name of the level. */
      title: string
      /** What an answer of this level is like; empty for nothing. Default: `""`. */
      description?: string
      /** The share of the points of the criterion that the level earns. */
      percent: number
    }[]
  }[] | null
  /** The category of the gradebook in which it counts, by the key that the course gives it. Null: where the course has categories, it counts nothing. Default: `null`. */
  grade_category?: string | null
  /** Whether it only adds to the result of its category: nobody loses by not doing it. Default: `false`. */
  extra_credit?: boolean
}

export interface AssignmentUpdate {
  /** What students read above the homework. */
  title?: string
  /** The task that students are to do. */
  text?: string
  /** In hundredths of a point; null if it is only accepted or returned. */
  max_score?: number | null
  /** Within how many hours an answer is to be reviewed. */
  review_hours?: number
  /** Answers after the deadline are accepted; marked as late; refused; or lose a share of their score for each day. */
  late?: 'accept' | 'mark' | 'refuse' | 'penalty'
  /** The share of the score that each calendar day of delay costs; needed for `late: penalty`. */
  penalty_percent?: number | null
  /** The criteria by which it is reviewed; the score follows from their levels. It needs max_score. Null for a score without criteria. A change leaves the reviews before as they are. */
  rubric?: {
    /** What tells the criterion apart from the others; it keeps it when its words change. */
    key: string
    /** What is looked at, as students read it. */
    title: string
    /** More about it; empty for nothing. Default: `""`. */
    description?: string
    /** What it counts beside the other criteria: twice as much with twice the weight. */
    weight: number
    /** The levels that an answer can reach. */
    levels: {
      /** What tells the level apart from the others of the criterion. */
      key: string
      /** The name of the level. */
      title: string
      /** What an answer of this level is like; empty for nothing. Default: `""`. */
      description?: string
      /** The share of the points of the criterion that the level earns. */
      percent: number
    }[]
  }[] | null
  /** The category of the gradebook in which it counts, by the key that the course gives it. Null: where the course has categories, it counts nothing. */
  grade_category?: string | null
  /** Whether it only adds to the result of its category: nobody loses by not doing it. */
  extra_credit?: boolean
}

export interface DeletedAssignment {
  /** The id of the assignment. */
  id: string
  /** Always true: the assignment was deleted. */
  deleted: true
}

export type AssignmentSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'title' | '-title'
export type AssignmentExpand = 'course' | 'lesson'
/** An item of the list with the relations of `expand`. */
export type AssignmentWith<E extends AssignmentExpand = never> = Assignment &
  ('course' extends E ? { course: ModuleCourse | null } : unknown) &
  ('lesson' extends E ? { lesson: LessonScheduleLesson | null } : unknown)
/** The query of the list of Assignment. */
export interface AssignmentListQuery<E extends AssignmentExpand = AssignmentExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<AssignmentSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  course_id?: OneOrMany<string>
  lesson_id?: OneOrMany<string>
  late?: OneOrMany<'accept' | 'mark' | 'refuse' | 'penalty'>
  extra_credit?: OneOrMany<boolean>
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `assignments.list` can be refused. */
export type AssignmentsListReason = CommonReason
/** List assignments; students see those of lessons that are open to them. GET /v1/assignments; needs assignments:read. */
export function list<const E extends AssignmentExpand = never>(client: Caller, query: AssignmentListQuery<E> = {}, options: RequestOptions = {}): ListPromise<AssignmentWith<E>, AssignmentsListReason> {
  return client.list({ method: 'GET', path: '/v1/assignments', query }, options)
}

/** Why `assignments.create` can be refused. */
export type AssignmentsCreateReason = CommonReason | 'assignment_lesson_unknown' | 'assignment_penalty_invalid' | 'assignment_rubric_invalid' | 'grade_category_unknown' | 'assignments_limit_reached'
/** Add an assignment to a lesson. POST /v1/assignments; needs assignments:write. */
export function create(client: Caller, body: AssignmentCreate, options: RequestOptions = {}): ApiPromise<Assignment, AssignmentsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/assignments', body }, options)
}

/** Why `assignments.get` can be refused. */
export type AssignmentsGetReason = CommonReason | 'lesson_closed'
/** Get an assignment. GET /v1/assignments/{id}; needs assignments:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Assignment, AssignmentsGetReason> {
  return client.call({ method: 'GET', path: `/v1/assignments/${encodeURIComponent(id)}` }, options)
}

/** Why `assignments.update` can be refused. */
export type AssignmentsUpdateReason = CommonReason | 'assignment_penalty_invalid' | 'assignment_rubric_invalid' | 'grade_category_unknown'
/** Change an assignment. PATCH /v1/assignments/{id}; needs assignments:write. */
export function update(client: Caller, id: string, body: AssignmentUpdate = {}, options: RequestOptions = {}): ApiPromise<Assignment, AssignmentsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/assignments/${encodeURIComponent(id)}`, body }, options)
}

/** Why `assignments.delete` can be refused. */
export type AssignmentsDeleteReason = CommonReason | 'assignment_begun' | 'assignment_named'
/** Delete an assignment that nobody has begun. DELETE /v1/assignments/{id}; needs assignments:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedAssignment, AssignmentsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/assignments/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `assignments` with a client. */
export class AssignmentsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List assignments; students see those of lessons that are open to them. GET /v1/assignments; needs assignments:read. */
  list<const E extends AssignmentExpand = never>(query: AssignmentListQuery<E> = {}, options: RequestOptions = {}): ListPromise<AssignmentWith<E>, AssignmentsListReason> {
    return list(this.#client, query, options)
  }
  /** Add an assignment to a lesson. POST /v1/assignments; needs assignments:write. */
  create(body: AssignmentCreate, options: RequestOptions = {}): ApiPromise<Assignment, AssignmentsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get an assignment. GET /v1/assignments/{id}; needs assignments:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Assignment, AssignmentsGetReason> {
    return get(this.#client, id, options)
  }
  /** Change an assignment. PATCH /v1/assignments/{id}; needs assignments:write. */
  update(id: string, body: AssignmentUpdate = {}, options: RequestOptions = {}): ApiPromise<Assignment, AssignmentsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete an assignment that nobody has begun. DELETE /v1/assignments/{id}; needs assignments:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedAssignment, AssignmentsDeleteReason> {
    return delete_(this.#client, id, options)
  }}
