// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { Enrollment, EnrollmentUser } from './enrollments.ts'
import type { LessonBlockProgress } from './lesson-blocks.ts'
import type { LessonScheduleLesson } from './lesson-schedule.ts'
import type { ModuleCourse } from './modules.ts'

export interface Progress {
  /** The id of the lesson progress. */
  id: string
  /** The id of the enrollment. */
  enrollment_id: string
  /** The id of the user. */
  user_id: string
  /** The id of the course. */
  course_id: string
  /** The id of the lesson. */
  lesson_id: string
  /** A completed lesson stays completed, whatever happens to the lesson. */
  status: 'started' | 'completed'
  /** The share of its seconds, or of its blocks if none has a length; counted at the last report, and again minutes after the blocks of a lesson have changed that is completed by it. */
  viewed_percent: number
  /** The first report, mark, passed quiz or accepted homework. */
  started_at: string
  /** When the student marked it as done. */
  marked_at: string | null
  /** When all quizzes of the lesson were passed; null before. */
  quiz_passed_at: string | null
  /** When the homework of the lesson was accepted; null before. */
  homework_accepted_at: string | null
  /** When the person completed the lesson; null before. */
  completed_at: string | null
  /** When staff took its completion back: a mark, a passed quiz or accepted homework after it completes the lesson again, a changed course does not. */
  taken_back_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the lesson progress was created. */
  created_at: string
  /** When the lesson progress last changed. */
  updated_at: string
  /** The blocks of which something was reported. */
  blocks: LessonBlockProgress[]
}

export interface ProgressReportRequest {
  /** What was watched, in any order. */
  reports: ({
    /** The id of the lesson block. */
    block_id: string
    /** The seconds that were played since the last report; of a text or file, none. Default: `[]`. */
    segments?: {
      /** Where the player began to play, in seconds from the beginning. */
      from: number
      /** Where it stopped, in seconds from the beginning. */
      to: number
    }[]
    /** Where the player stands, to go on from there. */
    position_seconds?: number
    /** When the player stood there; now, if it is absent. */
    at?: string
  } | {
    /** What the person did, as a verb of the video profile of xAPI. */
    verb: {
      /** The IRI of the verb, such as `https://w3id.org/xapi/video/verbs/played`. */
      id: string
      /** The name of the verb for people; accepted and not used. */
      display?: Record<string, unknown>
    }
    /** What it was done with: the block. */
    object: {
      /** An address or URN that ends in the id of the block: urn:lms:lbk_…. */
      id: string
      /** Always `Activity`: it tells this form from the others. */
      objectType?: 'Activity'
      /** The description of the block; accepted and not used. */
      definition?: Record<string, unknown>
    }
    /** What was watched, in the extensions. */
    result?: {
      /** played-segments and time of the video profile, with their full names. */
      extensions?: Record<string, unknown>
      /** Whether the person has finished; accepted and not used. */
      completion?: boolean
      /** Whether the person has passed; accepted and not used. */
      success?: boolean
      /** How long it took, as ISO 8601; accepted and not used. */
      duration?: string
      /** The points; accepted and not used. */
      score?: Record<string, unknown>
    }
    /** When it was done; now, if it is absent. */
    timestamp?: string
    /** The id of the statement; accepted and not used. */
    id?: string
    /** Not used: the report is of the person that the call acts as. */
    actor?: Record<string, unknown>
    /** What surrounded it; accepted and not used. */
    context?: Record<string, unknown>
    /** The version of xAPI; accepted and not used. */
    version?: string
  })[]
}

export interface ProgressReportResult {
  /** The number of reports that were taken, with all or some of their seconds. */
  accepted: number
  /** The progress in the lessons concerned, after the reports. */
  lessons: Progress[]
  /** Reported blocks that are not there, or that the person does not see. */
  unknown: string[]
  /** Reports that were left out, or of which seconds were left out. */
  warnings: ({
    /** The place of the report in the body, from 0. */
    index: number
    /** Why a report was left out, whole or in part. */
    kind: 'unreadable' | 'study_not_running' | 'lesson_closed' | 'too_fast'
    /** The same in words, for people. */
    message: string
  })[]
}

export interface ProgressResetRequest {
  /** The id of the user. */
  user_id: string
  /** The id of the course. */
  course_id: string
}

export type ProgressSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
export type ProgressExpand = 'user' | 'course' | 'lesson'
/** An item of the list with the relations of `expand`. */
export type ProgressWith<E extends ProgressExpand = never> = Progress &
  ('user' extends E ? { user: EnrollmentUser | null } : unknown) &
  ('course' extends E ? { course: ModuleCourse | null } : unknown) &
  ('lesson' extends E ? { lesson: LessonScheduleLesson | null } : unknown)
/** The query of the list of Progress. */
export interface ProgressListQuery<E extends ProgressExpand = ProgressExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<ProgressSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  enrollment_id?: OneOrMany<string>
  user_id?: OneOrMany<string>
  course_id?: OneOrMany<string>
  lesson_id?: OneOrMany<string>
  status?: OneOrMany<'started' | 'completed'>
  started_at?: TimeFilter
  marked_at?: TimeFilter
  quiz_passed_at?: TimeFilter
  homework_accepted_at?: TimeFilter
  completed_at?: TimeFilter
  taken_back_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  enrollment_ended?: OneOrMany<boolean>
}

/** Why `progress.list` can be refused. */
export type ProgressListReason = CommonReason
/** List progress in lessons; students see their own. GET /v1/progress; needs progress:read. */
export function list<const E extends ProgressExpand = never>(client: Caller, query: ProgressListQuery<E> = {}, options: RequestOptions = {}): ListPromise<ProgressWith<E>, ProgressListReason> {
  return client.list({ method: 'GET', path: '/v1/progress', query }, options)
}

/** Why `progress.report` can be refused. */
export type ProgressReportReason = CommonReason | 'person_missing'
/** Report what a person watched; reports may arrive late, twice and in any order. POST /v1/progress/events; needs progress:write. */
export function report(client: Caller, body: ProgressReportRequest, options: RequestOptions = {}): ApiPromise<ProgressReportResult, ProgressReportReason> {
  return client.call({ method: 'POST', path: '/v1/progress/events', body }, options)
}

/** Why `progress.reset` can be refused. */
export type ProgressResetReason = CommonReason | 'study_unknown'
/** Reset a person's progress and quiz attempts in a course; homework is kept. DELETE /v1/progress; needs enrollments:write. */
export function reset(client: Caller, body: ProgressResetRequest, options: RequestOptions = {}): ApiPromise<Enrollment, ProgressResetReason> {
  return client.call({ method: 'DELETE', path: '/v1/progress', body }, options)
}

/** The operations of `progress` with a client. */
export class ProgressApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List progress in lessons; students see their own. GET /v1/progress; needs progress:read. */
  list<const E extends ProgressExpand = never>(query: ProgressListQuery<E> = {}, options: RequestOptions = {}): ListPromise<ProgressWith<E>, ProgressListReason> {
    return list(this.#client, query, options)
  }
  /** Report what a person watched; reports may arrive late, twice and in any order. POST /v1/progress/events; needs progress:write. */
  report(body: ProgressReportRequest, options: RequestOptions = {}): ApiPromise<ProgressReportResult, ProgressReportReason> {
    return report(this.#client, body, options)
  }
  /** Reset a person's progress and quiz attempts in a course; homework is kept. DELETE /v1/progress; needs enrollments:write. */
  reset(body: ProgressResetRequest, options: RequestOptions = {}): ApiPromise<Enrollment, ProgressResetReason> {
    return reset(this.#client, body, options)
  }}
