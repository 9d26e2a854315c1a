// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { Caller, ListPromise, NumberFilter, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface WebinarAttendance {
  /** The id of the webinar attendance. */
  id: string
  /** The id of the webinar session. */
  session_id: string
  /** The id of the webinar. */
  webinar_id: string
  /** The id of the user. */
  user_id: string
  /** auto: the session was one of an auto-webinar. */
  kind: 'live' | 'auto'
  /** The presence while the session was live. It says nothing of the recording. */
  live_seconds: number
  /** The share of the recording that was watched, each part counted once. Never added to the live presence. */
  recording_percent: number
  /** The first presence; null where only a sum is known. */
  joined_at: string | null
  /** When the person last left; null while they are there. */
  left_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the webinar attendance was created. */
  created_at: string
  /** When the webinar attendance last changed. */
  updated_at: string
}

export type WebinarAttendanceSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
/** The query of the list of WebinarAttendance. */
export interface WebinarAttendanceListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<WebinarAttendanceSort>
  session_id?: OneOrMany<string>
  webinar_id?: OneOrMany<string>
  user_id?: OneOrMany<string>
  kind?: OneOrMany<'live' | 'auto'>
  joined_at?: TimeFilter
  left_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  live_seconds?: NumberFilter
  recording_percent?: NumberFilter
}

/** Why `webinarAttendance.list` can be refused. */
export type WebinarAttendanceListReason = CommonReason
/** List attendance and watched recordings; students see their own, curators those of the members of their groups. GET /v1/webinar-attendance; needs webinar-attendance:read. */
export function list(client: Caller, query: WebinarAttendanceListQuery = {}, options: RequestOptions = {}): ListPromise<WebinarAttendance, WebinarAttendanceListReason> {
  return client.list({ method: 'GET', path: '/v1/webinar-attendance', query }, options)
}

/** The operations of `webinarAttendance` with a client. */
export class WebinarAttendanceApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List attendance and watched recordings; students see their own, curators those of the members of their groups. GET /v1/webinar-attendance; needs webinar-attendance:read. */
  list(query: WebinarAttendanceListQuery = {}, options: RequestOptions = {}): ListPromise<WebinarAttendance, WebinarAttendanceListReason> {
    return list(this.#client, query, options)
  }}
