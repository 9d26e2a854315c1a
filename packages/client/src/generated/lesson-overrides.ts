// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { EnrollmentUser } from './enrollments.ts'
import type { ModuleCourse } from './modules.ts'

export interface DeletedLessonOverride {
  /** The id of the override. */
  id: string
  /** Always true: the override was deleted. */
  deleted: true
}

export interface LessonOverride {
  /** The id of the override. */
  id: string
  /** The person; null for a flow. */
  user_id: string | null
  /** The flow; null for a person. */
  group_id: string | null
  /** The id of the course. */
  course_id: string
  /** Lessons of the course; none of them for all. */
  lesson_ids: string[]
  /** `open`: from `at` on, whatever the rules, also before the start of the flow; lessons that wait for these still open with the flow. `hold`: not before `at`, or not before the override is deleted. Null leaves the opening as it is. */
  opening: 'open' | 'hold' | null
  /** Of `open`, default: now; of `hold`, null for no end. */
  at: string | null
  /** In place of the deadline of the rules; null leaves it as it is. */
  due_at: string | null
  /** Minutes by which each attempt at a quiz of these lessons may take longer, also one that runs. */
  extra_quiz_minutes: number | null
  /** How many more attempts each quiz of these lessons allows; null for none. */
  extra_quiz_attempts: number | null
  /** Whether attempts from before it use nothing up: all that are allowed may be begun again. */
  restarts_quizzes: boolean
  /** Whether quizzes and homework of these lessons count nothing in the total of the gradebook. */
  excused: boolean
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the override was created. */
  created_at: string
  /** When the override last changed. */
  updated_at: string
}

export interface LessonOverrideCreate {
  /** The person; null for a flow. */
  user_id?: string | null
  /** The flow; null for a person. */
  group_id?: string | null
  /** The id of the course. */
  course_id: string
  /** Lessons of the course; none of them for all. Default: `[]`. */
  lesson_ids?: string[]
  /** `open`: from `at` on, whatever the rules, also before the start of the flow; lessons that wait for these still open with the flow. `hold`: not before `at`, or not before the override is deleted. Null leaves the opening as it is. */
  opening?: 'open' | 'hold' | null
  /** Of `open`, default: now; of `hold`, null for no end. */
  at?: string | null
  /** In place of the deadline of the rules; null leaves it as it is. */
  due_at?: string | null
  /** Minutes by which each attempt at a quiz of these lessons may take longer, also one that runs. */
  extra_quiz_minutes?: number | null
  /** How many more attempts each quiz of these lessons allows; null for none. */
  extra_quiz_attempts?: number | null
  /** Whether attempts from before it use nothing up: all that are allowed may be begun again. Default: `false`. */
  restarts_quizzes?: boolean
  /** Whether quizzes and homework of these lessons count nothing in the total of the gradebook. Default: `false`. */
  excused?: boolean
}

export type LessonOverrideSort = 'created_at' | '-created_at'
export type LessonOverrideExpand = 'user' | 'course'
/** An item of the list with the relations of `expand`. */
export type LessonOverrideWith<E extends LessonOverrideExpand = never> = LessonOverride &
  ('user' extends E ? { user: EnrollmentUser | null } : unknown) &
  ('course' extends E ? { course: ModuleCourse | null } : unknown)
/** The query of the list of LessonOverride. */
export interface LessonOverrideListQuery<E extends LessonOverrideExpand = LessonOverrideExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<LessonOverrideSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  user_id?: OneOrMany<string>
  group_id?: OneOrMany<string>
  course_id?: OneOrMany<string>
  opening?: OneOrMany<'open' | 'hold'>
  at?: TimeFilter
  due_at?: TimeFilter
  restarts_quizzes?: OneOrMany<boolean>
  excused?: OneOrMany<boolean>
  created_at?: TimeFilter
  updated_at?: TimeFilter
  lesson_id?: OneOrMany<string>
}

/** Why `lessonOverrides.list` can be refused. */
export type LessonOverridesListReason = CommonReason
/** List exceptions to the opening rules; curators see those of their people and flows. GET /v1/lesson-overrides; needs lesson-overrides:read. */
export function list<const E extends LessonOverrideExpand = never>(client: Caller, query: LessonOverrideListQuery<E> = {}, options: RequestOptions = {}): ListPromise<LessonOverrideWith<E>, LessonOverridesListReason> {
  return client.list({ method: 'GET', path: '/v1/lesson-overrides', query }, options)
}

/** Why `lessonOverrides.create` can be refused. */
export type LessonOverridesCreateReason = CommonReason | 'override_course_unknown' | 'override_lesson_unknown' | 'override_person_unknown' | 'override_flow_unknown' | 'overrides_limit_reached'
/** Create an exception for a person or flow: openings, deadlines, more time or attempts for quizzes. POST /v1/lesson-overrides; needs lesson-overrides:write. */
export function create(client: Caller, body: LessonOverrideCreate, options: RequestOptions = {}): ApiPromise<LessonOverride, LessonOverridesCreateReason> {
  return client.call({ method: 'POST', path: '/v1/lesson-overrides', body }, options)
}

/** Why `lessonOverrides.delete` can be refused. */
export type LessonOverridesDeleteReason = CommonReason
/** Delete an exception, so that the opening rules apply again. DELETE /v1/lesson-overrides/{id}; needs lesson-overrides:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedLessonOverride, LessonOverridesDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/lesson-overrides/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `lessonOverrides` with a client. */
export class LessonOverridesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List exceptions to the opening rules; curators see those of their people and flows. GET /v1/lesson-overrides; needs lesson-overrides:read. */
  list<const E extends LessonOverrideExpand = never>(query: LessonOverrideListQuery<E> = {}, options: RequestOptions = {}): ListPromise<LessonOverrideWith<E>, LessonOverridesListReason> {
    return list(this.#client, query, options)
  }
  /** Create an exception for a person or flow: openings, deadlines, more time or attempts for quizzes. POST /v1/lesson-overrides; needs lesson-overrides:write. */
  create(body: LessonOverrideCreate, options: RequestOptions = {}): ApiPromise<LessonOverride, LessonOverridesCreateReason> {
    return create(this.#client, body, options)
  }
  /** Delete an exception, so that the opening rules apply again. DELETE /v1/lesson-overrides/{id}; needs lesson-overrides:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedLessonOverride, LessonOverridesDeleteReason> {
    return delete_(this.#client, id, options)
  }}
