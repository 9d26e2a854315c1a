// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { LessonScheduleLesson } from './lesson-schedule.ts'
import type { ModuleCourse } from './modules.ts'

export interface Calendar {
  /** The same for the same occasion, also when its time changes. */
  id: string
  /** The id of the user. */
  user_id: string
  /** opening: a lesson opens. deadline: a lesson is to be completed, and is not. course_deadline: the same of a course. webinar: a session for which the person is registered. */
  kind: 'opening' | 'deadline' | 'course_deadline' | 'webinar'
  /** The title of the lesson, course or webinar. */
  title: string
  /** When the entry begins. */
  starts_at: string
  /** When the entry ends; null for a moment in time. */
  ends_at: string | null
  /** The id of the course; null if there is none. */
  course_id: string | null
  /** The id of the lesson; null if there is none. */
  lesson_id: string | null
  /** The id of the webinar session; null if there is none. */
  session_id: string | null
  /** The personal entry to a webinar; null for others than its participant. */
  url: string | null
  /** The whole calendar for calendar programs, valid without a credential; null for others than the person. */
  feed_url: string | null
}

export type CalendarExpand = 'course' | 'lesson'
/** An item of the list with the relations of `expand`. */
export type CalendarWith<E extends CalendarExpand = never> = Calendar &
  ('course' extends E ? { course: ModuleCourse | null } : unknown) &
  ('lesson' extends E ? { lesson: LessonScheduleLesson | null } : unknown)
/** The query of the list of Calendar. */
export interface CalendarListQuery<E extends CalendarExpand = CalendarExpand> extends PageQuery {
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  user_id?: OneOrMany<string>
  course_id?: OneOrMany<string>
  kind?: OneOrMany<'opening' | 'deadline' | 'course_deadline' | 'webinar'>
  starts_at?: TimeFilter
}

/** Why `calendar.list` can be refused. */
export type CalendarListReason = CommonReason
/** List the upcoming dates of a person, by default of the caller; as iCalendar with `Accept: text/calendar`. GET /v1/calendar; needs calendar:read. */
export function list<const E extends CalendarExpand = never>(client: Caller, query: CalendarListQuery<E> = {}, options: RequestOptions = {}): ListPromise<CalendarWith<E>, CalendarListReason> {
  return client.list({ method: 'GET', path: '/v1/calendar', query }, options)
}

/** The operations of `calendar` with a client. */
export class CalendarApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the upcoming dates of a person, by default of the caller; as iCalendar with `Accept: text/calendar`. GET /v1/calendar; needs calendar:read. */
  list<const E extends CalendarExpand = never>(query: CalendarListQuery<E> = {}, options: RequestOptions = {}): ListPromise<CalendarWith<E>, CalendarListReason> {
    return list(this.#client, query, options)
  }}
