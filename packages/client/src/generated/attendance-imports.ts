// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface AttendanceImportRunRequest {
  /** The id of the webinar session. */
  session_id: string
  /** A hint where columns fit several services: the report is known by them. Default: `null`. */
  provider?: 'zoom' | 'teams' | 'google_meet' | 'gotowebinar' | 'bigbluebutton' | 'generic' | null
  /** The report as it was exported: a table, or the JSON of BigBlueButton. People are matched by registration, e-mail, phone, never by name. Default: `null`. */
  csv?: string | null
  /** The report as an uploaded file, in place of csv. Default: `null`. */
  file_id?: string | null
  /** The zone of times without an offset or the name of a zone. Default: `null`. */
  time_zone?: string | null
  /** Reports what would happen, and changes nothing. Default: `false`. */
  dry_run?: boolean
}

export interface AttendanceImportRunResult {
  /** The session. */
  id: string
  /** Whether the report was only read. */
  dry_run: boolean
  /** The service whose columns the report has. */
  provider: 'zoom' | 'teams' | 'google_meet' | 'gotowebinar' | 'bigbluebutton' | 'generic'
  /** How the report was read, where it could be meant in another way. */
  warnings: string[]
  /** People of the school who were found. */
  matched: number
  /** People whose attendance is new or larger; for a dry run, would be. */
  changed: number
  /** What was read from each line of the report. */
  lines: ({
    /** The number of the line in the report, from 1. */
    line: number
    /** The person; null if nobody was found, and for a caller without users:read. */
    user_id: string | null
    /** What the person was found by; null if nobody was found. */
    by: 'registration' | 'email' | 'phone' | null
    /** The seconds of presence that this line reports. */
    live_seconds: number
    /** absent: the person did not attend. waiting_room: the time before they were let in. null: the line tells of presence. */
    skipped: 'absent' | 'waiting_room' | null
    /** Why the line could not be used; null if it was. */
    problem: 'contact_missing' | 'time_unreadable' | 'time_zone_needed' | 'presence_missing' | 'person_unknown' | null
  })[]
}

/** Why `attendanceImports.run` can be refused. */
export type AttendanceImportsRunReason = CommonReason | 'session_unknown' | 'session_called_off' | 'report_unclear' | 'file_unknown' | 'report_unreadable' | 'report_nameless' | 'report_too_long'
/** Import the attendance of a session from the report of a webinar service. POST /v1/webinar-attendance/import; needs webinar-attendance:write. */
export function run(client: Caller, body: AttendanceImportRunRequest, options: RequestOptions = {}): ApiPromise<AttendanceImportRunResult, AttendanceImportsRunReason> {
  return client.call({ method: 'POST', path: '/v1/webinar-attendance/import', body }, options)
}

/** The operations of `attendanceImports` with a client. */
export class AttendanceImportsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Import the attendance of a session from the report of a webinar service. POST /v1/webinar-attendance/import; needs webinar-attendance:write. */
  run(body: AttendanceImportRunRequest, options: RequestOptions = {}): ApiPromise<AttendanceImportRunResult, AttendanceImportsRunReason> {
    return run(this.#client, body, options)
  }}
