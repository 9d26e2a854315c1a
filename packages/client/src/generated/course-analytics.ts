// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface CourseAnalytics {
  /** The id of the course. */
  course_id: string
  /** Students who have access, also one that is frozen, or who have completed the course with it. */
  enrolled: number
  /** Students whose access has ended. Deleted people, and ended enrollments, are in neither number. */
  without_access: number
  /** Students of either kind who have completed the course. */
  completed: number
  /** The share of students of both kinds who have completed it, in percent; null without students. */
  completed_percent: number | null
  /** The published lessons in the order of the course. */
  lessons: ({
    /** The id of the lesson. */
    lesson_id: string
    /** The id of the module. */
    module_id: string
    /** The title of the lesson. */
    title: string
    /** Whether the course is completed only with this lesson. */
    required: boolean
    /** Students to whom it has opened: with the course, by its rules, or because they have begun it. */
    opened: number
    /** Students who have begun it. */
    started: number
    /** Students who have completed it. */
    completed: number
    /** The share of those to whom it has opened who have completed it, in percent; null if it has opened to nobody. */
    completed_percent: number | null
    /** Students who have begun it and not completed it. */
    drop_off: number
    /** Half of those who completed it needed no longer from their first to their last step. */
    median_minutes: number | null
    /** `median_minutes` in days, to a tenth; null if nobody completed it. */
    median_days: number | null
    /** The queries of these people’s openings and progress. */
    drill: {
      /** The query that lists to whom the lesson has opened. */
      opened: string
      /** The query that lists who has begun it. */
      started: string
      /** The query that lists who has completed it. */
      completed: string
    }
  })[]
  /** The figures have the effects of all events up to this one, also where one behind it has its own already. */
  as_of: {
    /** The `sequence` of the last event that has had its effect; null before the journal has it, and while a restored school is counted anew. */
    sequence: number | null
    /** When that event happened; null before the first one, and while a restored school is counted anew. */
    at: string | null
  }
  /** The query of these people's enrollments. */
  drill: {
    /** The query that lists the enrollments. */
    enrolled: string
  }
}

/** Why `courseAnalytics.get` can be refused. */
export type CourseAnalyticsGetReason = CommonReason
/** Get the progress of the students of a course, lesson by lesson. GET /v1/analytics/courses/{id}; needs analytics:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<CourseAnalytics, CourseAnalyticsGetReason> {
  return client.call({ method: 'GET', path: `/v1/analytics/courses/${encodeURIComponent(id)}` }, options)
}

/** The operations of `courseAnalytics` with a client. */
export class CourseAnalyticsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Get the progress of the students of a course, lesson by lesson. GET /v1/analytics/courses/{id}; needs analytics:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<CourseAnalytics, CourseAnalyticsGetReason> {
    return get(this.#client, id, options)
  }}
