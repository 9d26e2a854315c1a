// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'
import type { Course } from './courses.ts'

export interface CourseCopyRequest {
  /** The title of the copy; that of the course if it is absent. */
  title?: string
  /** Whether it has the opening rules and deadlines, too. Default: `true`. */
  schedule?: boolean
}

/** Why `courseCopies.copy` can be refused. */
export type CourseCopiesCopyReason = CommonReason | 'courses_limit_reached'
/** Copy a course with lessons, blocks, quizzes and homework into a new draft, which fills in the background. POST /v1/courses/{id}/copy; needs courses:write. */
export function copy(client: Caller, id: string, body: CourseCopyRequest = {}, options: RequestOptions = {}): ApiPromise<Course, CourseCopiesCopyReason> {
  return client.call({ method: 'POST', path: `/v1/courses/${encodeURIComponent(id)}/copy`, body }, options)
}

/** The operations of `courseCopies` with a client. */
export class CourseCopiesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Copy a course with lessons, blocks, quizzes and homework into a new draft, which fills in the background. POST /v1/courses/{id}/copy; needs courses:write. */
  copy(id: string, body: CourseCopyRequest = {}, options: RequestOptions = {}): ApiPromise<Course, CourseCopiesCopyReason> {
    return copy(this.#client, id, body, options)
  }}
