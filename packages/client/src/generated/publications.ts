// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'
import type { Course } from './courses.ts'

export interface PublicationPublishRequest {
  /** Whether the course is published or withdrawn from the students. */
  action: 'publish' | 'withdraw'
  /** Only answers with what is unfinished. Default: `false`. */
  dry_run?: boolean
}

export interface PublicationPublishResult {
  /** The id of the course. */
  id: string
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** The course. */
  course: Course
  /** What is unfinished, blockers first. */
  problems: ({
    /** What is wrong with the course, or what students will find closed. */
    kind: 'no_lessons' | 'module_empty' | 'lesson_empty' | 'lesson_draft' | 'rule_unmeetable' | 'flow_not_started' | 'course_named' | 'draw_short'
    /** Whether the course cannot be published with it. */
    blocks: boolean
    /** The id of the module; null if there is none. */
    module_id: string | null
    /** The id of the lesson; null if there is none. */
    lesson_id: string | null
    /** The same in words, for people. */
    message: string
  })[]
}

/** Why `publications.publish` can be refused. */
export type PublicationsPublishReason = CommonReason | 'course_unfinished' | 'course_not_published' | 'course_archived'
/** Publish or withdraw a course; the answer lists what is unfinished. POST /v1/courses/{id}/publish; needs courses:write. */
export function publish(client: Caller, id: string, body: PublicationPublishRequest, options: RequestOptions = {}): ApiPromise<PublicationPublishResult, PublicationsPublishReason> {
  return client.call({ method: 'POST', path: `/v1/courses/${encodeURIComponent(id)}/publish`, body }, options)
}

/** The operations of `publications` with a client. */
export class PublicationsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Publish or withdraw a course; the answer lists what is unfinished. POST /v1/courses/{id}/publish; needs courses:write. */
  publish(id: string, body: PublicationPublishRequest, options: RequestOptions = {}): ApiPromise<PublicationPublishResult, PublicationsPublishReason> {
    return publish(this.#client, id, body, options)
  }}
