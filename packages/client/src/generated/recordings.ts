// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface Recording {
  /** The session. */
  id: string
  /** processing: the session is over, and its recording is awaited. failed: none came within seven days. */
  status: 'none' | 'processing' | 'failed' | 'ready'
  /** Where it is watched; null until it is ready. */
  url: string | null
  /** How long the recording plays, in seconds; null if that is not known. */
  duration_seconds: number | null
  /** When a recording was first attached. */
  ready_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the webinar session was created. */
  created_at: string
  /** When the webinar session last changed. */
  updated_at: string
}

export interface RecordingAttachRequest {
  /** The address of the recording, which people open or which the page embeds. */
  url: string
  /** How long the recording plays, in seconds; null if that is not known. Default: `null`. */
  duration_seconds?: number | null
}

/** Why `recordings.get` can be refused. */
export type RecordingsGetReason = CommonReason
/** Get the recording of a session; students see those of sessions for which they are registered. GET /v1/webinar-sessions/{id}/recording; needs webinar-sessions:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Recording, RecordingsGetReason> {
  return client.call({ method: 'GET', path: `/v1/webinar-sessions/${encodeURIComponent(id)}/recording` }, options)
}

/** Why `recordings.attach` can be refused. */
export type RecordingsAttachReason = CommonReason | 'session_called_off'
/** Attach a recording that is kept elsewhere, or replace it. PUT /v1/webinar-sessions/{id}/recording; needs webinar-sessions:write. */
export function attach(client: Caller, id: string, body: RecordingAttachRequest, options: RequestOptions = {}): ApiPromise<Recording, RecordingsAttachReason> {
  return client.call({ method: 'PUT', path: `/v1/webinar-sessions/${encodeURIComponent(id)}/recording`, body }, options)
}

/** The operations of `recordings` with a client. */
export class RecordingsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Get the recording of a session; students see those of sessions for which they are registered. GET /v1/webinar-sessions/{id}/recording; needs webinar-sessions:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Recording, RecordingsGetReason> {
    return get(this.#client, id, options)
  }
  /** Attach a recording that is kept elsewhere, or replace it. PUT /v1/webinar-sessions/{id}/recording; needs webinar-sessions:write. */
  attach(id: string, body: RecordingAttachRequest, options: RequestOptions = {}): ApiPromise<Recording, RecordingsAttachReason> {
    return attach(this.#client, id, body, options)
  }}
