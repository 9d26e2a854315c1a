// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { Caller, ListPromise, OneOrMany, PageQuery, RequestOptions } from '../core/types.ts'
import type { EnrollmentUser } from './enrollments.ts'
import type { ModuleCourse } from './modules.ts'

export interface LessonSchedule {
  /** The enrollment, or the flow of an event about all its people, and the lesson. */
  id: string
  /** The id of the enrollment; null if there is none. */
  enrollment_id: string | null
  /** The person to whom the lesson opens; null in an event about a whole flow. */
  user_id: string | null
  /** The flow in which the person studies. */
  group_id: string | null
  /** The id of the course. */
  course_id: string
  /** The id of the module. */
  module_id: string
  /** The id of the lesson. */
  lesson_id: string
  /** Whether the person can enter the lesson now. */
  status: 'open' | 'closed'
  /** When it opened or will open; null while nobody knows. */
  opens_at: string | null
  /** The time until which it is to be completed; null for none. */
  due_at: string | null
  /** When it closes to the person, by its end or that of the flow; null for never. */
  ends_at: string | null
  /** When the person completed the lesson; null before. */
  completed_at: string | null
  /** Minutes by which an attempt at a quiz may take longer. */
  extra_quiz_minutes: number
  /** How many more attempts each quiz allows the person. */
  extra_quiz_attempts: number
  /** Attempts that began before use nothing up; null if all of them count. */
  quizzes_restarted_at: string | null
  /** Why it is open, or why it is closed: what is not met. */
  reasons: ({
    /** A kind of condition, what counts before all conditions, or the start of the flow, before which only an exception opens a lesson. */
    kind: 'access' | 'published' | 'ended' | 'completed' | 'override' | 'flow_start' | 'date' | 'days_after' | 'hours_after' | 'weekday' | 'after_lesson' | 'after_acceptance' | 'after_course' | 'score' | 'tag' | 'offer' | 'webinar_presence' | 'webinar_recording' | 'any_of'
    /** The lesson, quiz, homework, course, tag, offer or override that it names. */
    ref: string | null
    /** Whether it holds now. */
    met: boolean
    /** When it was met, or will be; null if nobody knows. */
    at: string | null
    /** Who or what meets it. */
    opens_by: 'clock' | 'student' | 'curator' | 'school' | 'purchase'
    /** With `any_of` alone: its conditions, of which one is enough. */
    any_of?: ({
      /** A kind of condition, what counts before all conditions, or the start of the flow, before which only an exception opens a lesson. */
      kind: 'access' | 'published' | 'ended' | 'completed' | 'override' | 'flow_start' | 'date' | 'days_after' | 'hours_after' | 'weekday' | 'after_lesson' | 'after_acceptance' | 'after_course' | 'score' | 'tag' | 'offer' | 'webinar_presence' | 'webinar_recording' | 'any_of'
      /** The lesson, quiz, homework, course, tag, offer or override that it names. */
      ref: string | null
      /** Whether it holds now. */
      met: boolean
      /** When it was met, or will be; null if nobody knows. */
      at: string | null
      /** Who or what meets it. */
      opens_by: 'clock' | 'student' | 'curator' | 'school' | 'purchase'
    })[]
  })[]
}

export interface LessonScheduleLesson {
  /** The id of the lesson. */
  id: string
  /** The title of the lesson. */
  title: string
}

export type LessonScheduleExpand = 'user' | 'course' | 'lesson'
/** An item of the list with the relations of `expand`. */
export type LessonScheduleWith<E extends LessonScheduleExpand = never> = LessonSchedule &
  ('user' extends E ? { user: EnrollmentUser | null } : unknown) &
  ('course' extends E ? { course: ModuleCourse | null } : unknown) &
  ('lesson' extends E ? { lesson: LessonScheduleLesson | null } : unknown)
/** The query of the list of LessonSchedule. */
export interface LessonScheduleListQuery<E extends LessonScheduleExpand = LessonScheduleExpand> extends PageQuery {
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  user_id?: OneOrMany<string>
  group_id?: OneOrMany<string>
  course_id?: OneOrMany<string>
  lesson_id?: OneOrMany<string>
  status?: OneOrMany<'open' | 'closed'>
  has_opened?: OneOrMany<boolean>
}

/** Why `lessonSchedule.list` can be refused. */
export type LessonScheduleListReason = CommonReason
/** List when lessons open to people, when they are due, and why they are closed; students see their own. GET /v1/lesson-schedule; needs lesson-schedule:read. */
export function list<const E extends LessonScheduleExpand = never>(client: Caller, query: LessonScheduleListQuery<E> = {}, options: RequestOptions = {}): ListPromise<LessonScheduleWith<E>, LessonScheduleListReason> {
  return client.list({ method: 'GET', path: '/v1/lesson-schedule', query }, options)
}

/** The operations of `lessonSchedule` with a client. */
export class LessonScheduleApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List when lessons open to people, when they are due, and why they are closed; students see their own. GET /v1/lesson-schedule; needs lesson-schedule:read. */
  list<const E extends LessonScheduleExpand = never>(query: LessonScheduleListQuery<E> = {}, options: RequestOptions = {}): ListPromise<LessonScheduleWith<E>, LessonScheduleListReason> {
    return list(this.#client, query, options)
  }}
