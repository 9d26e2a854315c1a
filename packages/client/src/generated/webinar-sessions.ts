// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface WebinarSession {
  /** The id of the webinar session. */
  id: string
  /** The id of the webinar. */
  webinar_id: string
  /** A session is `live` once it has been started, by hand or of an auto-webinar by the clock, until it is finished. */
  status: 'scheduled' | 'live' | 'finished' | 'canceled'
  /** When it is announced to begin; `started_at` says when it did. */
  starts_at: string
  /** How long it is announced to last, in minutes. */
  duration_minutes: number
  /** Who leads this session; empty for the host of the webinar. */
  host: string
  /** Who gives the room of the video: link for the address in join_url, else the service in the settings of the school. It can be changed until the session ends. */
  video: 'link' | 'bigbluebutton' | 'livekit'
  /** The room at the service of video, which is made when the session begins. none for a link. failed: the service has not made it; that is tried for some hours more. Change video to try again at once, or to go elsewhere. */
  video_status: 'none' | 'preparing' | 'open' | 'failed' | 'closed'
  /** Where the video of a link takes place. Participants are led there by their personal entry, so students and publishable keys read null. */
  join_url: string | null
  /** Maximum registrations; null for no limit of its own. */
  seats: number | null
  /** Registrations that are not canceled. A publishable key reads null: the count would tell it who is registered already. */
  registered_count: number | null
  /** The settings of the chat; a change replaces all of them. */
  chat: {
    /** Whether participants can write while the session is live. */
    open: boolean
    /** Whether what they write waits for approval. */
    moderated: boolean
    /** The pause between two messages of one participant. */
    slow_seconds: number
  }
  /** Whether the rule of an auto-webinar made it, so that it begins and ends by itself. */
  auto: boolean
  /** Whether a recording follows the finish: it is then processing until it is attached. */
  recorded: boolean
  /** When the webinar session started; null if it has not. */
  started_at: string | null
  /** When the webinar session finished; null if it has not. */
  finished_at: string | null
  /** When the webinar session was canceled; null if it has not been. */
  canceled_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the webinar session was created. */
  created_at: string
  /** When the webinar session last changed. */
  updated_at: string
  /** The entry of whoever leads the video, behind the address of the school. Whoever has it leads. Null once the session is over, and for callers without webinar-sessions:write. */
  host_path: string | null
}

export interface WebinarSessionCreate {
  /** The id of the webinar. */
  webinar_id: string
  /** When it is announced to begin; `started_at` says when it did. */
  starts_at: string
  /** How long it is announced to last, in minutes. Default: `60`. */
  duration_minutes?: number
  /** Who leads this session; empty for the host of the webinar. Default: `""`. */
  host?: string
  /** Who gives the room of the video: link for the address in join_url, else the service in the settings of the school. It can be changed until the session ends. Default: `"link"`. */
  video?: 'link' | 'bigbluebutton' | 'livekit'
  /** Where the video of a link takes place. Participants are led there by their personal entry, so students and publishable keys read null. Default: `null`. */
  join_url?: string | null
  /** Maximum registrations; null for no limit of its own. Default: `null`. */
  seats?: number | null
  /** The settings of the chat; a change replaces all of them. Default: `{"open":true,"moderated":false,"slow_seconds":0}`. */
  chat?: {
    /** Whether participants can write while the session is live. */
    open: boolean
    /** Whether what they write waits for approval. */
    moderated: boolean
    /** The pause between two messages of one participant. */
    slow_seconds: number
  }
  /** Whether a recording follows the finish: it is then processing until it is attached. Default: `true`. */
  recorded?: boolean
}

export interface WebinarSessionUpdate {
  /** When it is announced to begin; `started_at` says when it did. */
  starts_at?: string
  /** How long it is announced to last, in minutes. */
  duration_minutes?: number
  /** Who leads this session; empty for the host of the webinar. */
  host?: string
  /** Who gives the room of the video: link for the address in join_url, else the service in the settings of the school. It can be changed until the session ends. */
  video?: 'link' | 'bigbluebutton' | 'livekit'
  /** Where the video of a link takes place. Participants are led there by their personal entry, so students and publishable keys read null. */
  join_url?: string | null
  /** Maximum registrations; null for no limit of its own. */
  seats?: number | null
  /** The settings of the chat; a change replaces all of them. */
  chat?: {
    /** Whether participants can write while the session is live. */
    open: boolean
    /** Whether what they write waits for approval. */
    moderated: boolean
    /** The pause between two messages of one participant. */
    slow_seconds: number
  }
  /** Whether a recording follows the finish: it is then processing until it is attached. */
  recorded?: boolean
}

export type WebinarSessionSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'starts_at' | '-starts_at'
/** The query of the list of WebinarSession. */
export interface WebinarSessionListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<WebinarSessionSort>
  webinar_id?: OneOrMany<string>
  status?: OneOrMany<'scheduled' | 'live' | 'finished' | 'canceled'>
  starts_at?: TimeFilter
  video?: OneOrMany<'link' | 'bigbluebutton' | 'livekit'>
  video_status?: OneOrMany<'none' | 'preparing' | 'open' | 'failed' | 'closed'>
  auto?: OneOrMany<boolean>
  recorded?: OneOrMany<boolean>
  started_at?: TimeFilter
  finished_at?: TimeFilter
  canceled_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `webinarSessions.list` can be refused. */
export type WebinarSessionsListReason = CommonReason
/** List sessions of webinars. GET /v1/webinar-sessions; needs webinar-sessions:read. */
export function list(client: Caller, query: WebinarSessionListQuery = {}, options: RequestOptions = {}): ListPromise<WebinarSession, WebinarSessionsListReason> {
  return client.list({ method: 'GET', path: '/v1/webinar-sessions', query }, options)
}

/** Why `webinarSessions.create` can be refused. */
export type WebinarSessionsCreateReason = CommonReason | 'webinar_unknown' | 'video_not_set_up'
/** Schedule a session. POST /v1/webinar-sessions; needs webinar-sessions:write. */
export function create(client: Caller, body: WebinarSessionCreate, options: RequestOptions = {}): ApiPromise<WebinarSession, WebinarSessionsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/webinar-sessions', body }, options)
}

/** Why `webinarSessions.get` can be refused. */
export type WebinarSessionsGetReason = CommonReason
/** Get a session. GET /v1/webinar-sessions/{id}; needs webinar-sessions:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<WebinarSession, WebinarSessionsGetReason> {
  return client.call({ method: 'GET', path: `/v1/webinar-sessions/${encodeURIComponent(id)}` }, options)
}

/** Why `webinarSessions.update` can be refused. */
export type WebinarSessionsUpdateReason = CommonReason | 'session_live' | 'session_finished' | 'session_canceled' | 'seats_taken' | 'video_not_set_up'
/** Change a session, or move one that has not begun. PATCH /v1/webinar-sessions/{id}; needs webinar-sessions:write. */
export function update(client: Caller, id: string, body: WebinarSessionUpdate = {}, options: RequestOptions = {}): ApiPromise<WebinarSession, WebinarSessionsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/webinar-sessions/${encodeURIComponent(id)}`, body }, options)
}

/** Why `webinarSessions.cancel` can be refused. */
export type WebinarSessionsCancelReason = CommonReason | 'session_live' | 'session_finished' | 'session_canceled'
/** Cancel a session that has not begun; its registrations are kept. DELETE /v1/webinar-sessions/{id}; needs webinar-sessions:write. */
export function cancel(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<WebinarSession, WebinarSessionsCancelReason> {
  return client.call({ method: 'DELETE', path: `/v1/webinar-sessions/${encodeURIComponent(id)}` }, options)
}

/** Why `webinarSessions.start` can be refused. */
export type WebinarSessionsStartReason = CommonReason | 'session_live' | 'session_finished' | 'session_canceled'
/** Start a session; it is then live. POST /v1/webinar-sessions/{id}/start; needs webinar-sessions:write. */
export function start(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<WebinarSession, WebinarSessionsStartReason> {
  return client.call({ method: 'POST', path: `/v1/webinar-sessions/${encodeURIComponent(id)}/start` }, options)
}

/** Why `webinarSessions.finish` can be refused. */
export type WebinarSessionsFinishReason = CommonReason | 'session_not_live' | 'session_finished' | 'session_canceled'
/** End a live session; a recording appears when it is ready. POST /v1/webinar-sessions/{id}/finish; needs webinar-sessions:write. */
export function finish(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<WebinarSession, WebinarSessionsFinishReason> {
  return client.call({ method: 'POST', path: `/v1/webinar-sessions/${encodeURIComponent(id)}/finish` }, options)
}

/** The operations of `webinarSessions` with a client. */
export class WebinarSessionsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List sessions of webinars. GET /v1/webinar-sessions; needs webinar-sessions:read. */
  list(query: WebinarSessionListQuery = {}, options: RequestOptions = {}): ListPromise<WebinarSession, WebinarSessionsListReason> {
    return list(this.#client, query, options)
  }
  /** Schedule a session. POST /v1/webinar-sessions; needs webinar-sessions:write. */
  create(body: WebinarSessionCreate, options: RequestOptions = {}): ApiPromise<WebinarSession, WebinarSessionsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a session. GET /v1/webinar-sessions/{id}; needs webinar-sessions:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<WebinarSession, WebinarSessionsGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a session, or move one that has not begun. PATCH /v1/webinar-sessions/{id}; needs webinar-sessions:write. */
  update(id: string, body: WebinarSessionUpdate = {}, options: RequestOptions = {}): ApiPromise<WebinarSession, WebinarSessionsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Cancel a session that has not begun; its registrations are kept. DELETE /v1/webinar-sessions/{id}; needs webinar-sessions:write. */
  cancel(id: string, options: RequestOptions = {}): ApiPromise<WebinarSession, WebinarSessionsCancelReason> {
    return cancel(this.#client, id, options)
  }
  /** Start a session; it is then live. POST /v1/webinar-sessions/{id}/start; needs webinar-sessions:write. */
  start(id: string, options: RequestOptions = {}): ApiPromise<WebinarSession, WebinarSessionsStartReason> {
    return start(this.#client, id, options)
  }
  /** End a live session; a recording appears when it is ready. POST /v1/webinar-sessions/{id}/finish; needs webinar-sessions:write. */
  finish(id: string, options: RequestOptions = {}): ApiPromise<WebinarSession, WebinarSessionsFinishReason> {
    return finish(this.#client, id, options)
  }}
