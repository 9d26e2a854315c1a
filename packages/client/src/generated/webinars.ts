// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedWebinar {
  /** The id of the webinar. */
  id: string
  /** Always true: the webinar was deleted. */
  deleted: true
}

export interface Webinar {
  /** The id of the webinar. */
  id: string
  /** Shown on the page of the webinar, in mails and in calendars. */
  title: string
  /** Shown on the page of the webinar, below the title. */
  description: string
  /** Who leads it, as participants read it; a session can name somebody else. */
  host: string
  /** Who can register: everybody, the members of a group, or whoever has bought an offer with this webinar. Staff registers anybody. Visitors register at `{site_url}/webinars/{id}`; that page leads to the offer of a webinar that is sold. */
  access: 'open' | 'group' | 'offer'
  /** The group whose members can register; null unless access is group. */
  group_id: string | null
  /** What participants get by e-mail, with an entry for their calendar. Replaced as a whole. */
  messages: {
    /** Who registers, or is canceled, is told. */
    confirmations: boolean
    /** Minutes before the start at which everybody who is registered is reminded. */
    reminder_minutes: number[]
    /** Everybody who is registered is told of a session that is moved or called off. */
    changes: boolean
    /** Everybody who is registered is told when the recording of a session is ready. */
    recordings: boolean
    /** Message templates for e-mail in place of the built-in texts: the first for the kind and the language of the person. They get the variables `title`, `time` and `url`, the personal entry. */
    templates: ({
      /** left: the registration was canceled. canceled: the session was called off. */
      kind: 'registered' | 'left' | 'reminder' | 'moved' | 'canceled' | 'recording'
      /** The language of the template; null for all languages without one. */
      language: string | null
      /** The id of the message template. */
      template_id: string
    })[]
  }
  /** Days after the finish of a session for which its chat and the answers to its polls are kept; null for always. Attendance and registrations stay. */
  retention_days: number | null
  /** The rule of an auto-webinar, which schedules, begins and finishes its sessions by itself; null for a usual one. Replaced as a whole. Students and publishable keys read null. */
  auto: {
    /** When a session begins: a cron expression of five fields, at most every 15 minutes; or `next quarter hour`: a session is always open at the next quarter of an hour, and begins then if anybody has registered. */
    cron: string
    /** The zone of the cron expression. */
    time_zone: string
    /** How long a session lasts, in minutes. */
    duration_minutes: number
    /** Where the recording plays that is shown as the webinar. */
    join_url: string | null
    /** Whether the room says that it is a recording. */
    says_recorded: boolean
    /** Messages that appear in the chat, at offsets from the start. */
    script: {
      /** Seconds after the start of the session. */
      offset_seconds: number
      /** The name that stands beside the message. */
      author_name: string
      /** What the message says. */
      text: string
    }[]
  } | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the webinar was created. */
  created_at: string
  /** When the webinar last changed. */
  updated_at: string
}

export interface WebinarCreate {
  /** Shown on the page of the webinar, in mails and in calendars. */
  title: string
  /** Shown on the page of the webinar, below the title. Default: `""`. */
  description?: string
  /** Who leads it, as participants read it; a session can name somebody else. Default: `""`. */
  host?: string
  /** Who can register: everybody, the members of a group, or whoever has bought an offer with this webinar. Staff registers anybody. Visitors register at `{site_url}/webinars/{id}`; that page leads to the offer of a webinar that is sold. Default: `"open"`. */
  access?: 'open' | 'group' | 'offer'
  /** The group whose members can register; null unless access is group. Default: `null`. */
  group_id?: string | null
  /** What participants get by e-mail, with an entry for their calendar. Replaced as a whole. Default: `{"confirmations":true,"reminder_minutes":[1440,60],"changes":true,"recordings":true,"templates":[]}`. */
  messages?: {
    /** Who registers, or is canceled, is told. */
    confirmations: boolean
    /** Minutes before the start at which everybody who is registered is reminded. */
    reminder_minutes: number[]
    /** Everybody who is registered is told of a session that is moved or called off. */
    changes: boolean
    /** Everybody who is registered is told when the recording of a session is ready. Default: `true`. */
    recordings?: boolean
    /** Message templates for e-mail in place of the built-in texts: the first for the kind and the language of the person. They get the variables `title`, `time` and `url`, the personal entry. Default: `[]`. */
    templates?: ({
      /** left: the registration was canceled. canceled: the session was called off. */
      kind: 'registered' | 'left' | 'reminder' | 'moved' | 'canceled' | 'recording'
      /** The language of the template; null for all languages without one. Default: `null`. */
      language?: string | null
      /** The id of the message template. */
      template_id: string
    })[]
  }
  /** Days after the finish of a session for which its chat and the answers to its polls are kept; null for always. Attendance and registrations stay. Default: `null`. */
  retention_days?: number | null
  /** The rule of an auto-webinar, which schedules, begins and finishes its sessions by itself; null for a usual one. Replaced as a whole. Students and publishable keys read null. Default: `null`. */
  auto?: {
    /** When a session begins: a cron expression of five fields, at most every 15 minutes; or `next quarter hour`: a session is always open at the next quarter of an hour, and begins then if anybody has registered. */
    cron: string
    /** The zone of the cron expression. */
    time_zone: string
    /** How long a session lasts, in minutes. */
    duration_minutes: number
    /** Where the recording plays that is shown as the webinar. */
    join_url: string | null
    /** Whether the room says that it is a recording. */
    says_recorded: boolean
    /** Messages that appear in the chat, at offsets from the start. */
    script: {
      /** Seconds after the start of the session. */
      offset_seconds: number
      /** The name that stands beside the message. */
      author_name: string
      /** What the message says. */
      text: string
    }[]
  } | null
}

export interface WebinarUpdate {
  /** Shown on the page of the webinar, in mails and in calendars. */
  title?: string
  /** Shown on the page of the webinar, below the title. */
  description?: string
  /** Who leads it, as participants read it; a session can name somebody else. */
  host?: string
  /** Who can register: everybody, the members of a group, or whoever has bought an offer with this webinar. Staff registers anybody. Visitors register at `{site_url}/webinars/{id}`; that page leads to the offer of a webinar that is sold. */
  access?: 'open' | 'group' | 'offer'
  /** The group whose members can register; null unless access is group. */
  group_id?: string | null
  /** What participants get by e-mail, with an entry for their calendar. Replaced as a whole. */
  messages?: {
    /** Who registers, or is canceled, is told. */
    confirmations: boolean
    /** Minutes before the start at which everybody who is registered is reminded. */
    reminder_minutes: number[]
    /** Everybody who is registered is told of a session that is moved or called off. */
    changes: boolean
    /** Everybody who is registered is told when the recording of a session is ready. Default: `true`. */
    recordings?: boolean
    /** Message templates for e-mail in place of the built-in texts: the first for the kind and the language of the person. They get the variables `title`, `time` and `url`, the personal entry. Default: `[]`. */
    templates?: ({
      /** left: the registration was canceled. canceled: the session was called off. */
      kind: 'registered' | 'left' | 'reminder' | 'moved' | 'canceled' | 'recording'
      /** The language of the template; null for all languages without one. Default: `null`. */
      language?: string | null
      /** The id of the message template. */
      template_id: string
    })[]
  }
  /** Days after the finish of a session for which its chat and the answers to its polls are kept; null for always. Attendance and registrations stay. */
  retention_days?: number | null
  /** The rule of an auto-webinar, which schedules, begins and finishes its sessions by itself; null for a usual one. Replaced as a whole. Students and publishable keys read null. */
  auto?: {
    /** When a session begins: a cron expression of five fields, at most every 15 minutes; or `next quarter hour`: a session is always open at the next quarter of an hour, and begins then if anybody has registered. */
    cron: string
    /** The zone of the cron expression. */
    time_zone: string
    /** How long a session lasts, in minutes. */
    duration_minutes: number
    /** Where the recording plays that is shown as the webinar. */
    join_url: string | null
    /** Whether the room says that it is a recording. */
    says_recorded: boolean
    /** Messages that appear in the chat, at offsets from the start. */
    script: {
      /** Seconds after the start of the session. */
      offset_seconds: number
      /** The name that stands beside the message. */
      author_name: string
      /** What the message says. */
      text: string
    }[]
  } | null
}

export type WebinarSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'title' | '-title'
/** The query of the list of Webinar. */
export interface WebinarListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<WebinarSort>
  access?: OneOrMany<'open' | 'group' | 'offer'>
  group_id?: OneOrMany<string>
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `webinars.list` can be refused. */
export type WebinarsListReason = CommonReason
/** List webinars. GET /v1/webinars; needs webinars:read. */
export function list(client: Caller, query: WebinarListQuery = {}, options: RequestOptions = {}): ListPromise<Webinar, WebinarsListReason> {
  return client.list({ method: 'GET', path: '/v1/webinars', query }, options)
}

/** Why `webinars.create` can be refused. */
export type WebinarsCreateReason = CommonReason | 'group_invalid' | 'rule_unreadable' | 'rule_too_often' | 'webinars_limit_reached'
/** Create a webinar. POST /v1/webinars; needs webinars:write. */
export function create(client: Caller, body: WebinarCreate, options: RequestOptions = {}): ApiPromise<Webinar, WebinarsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/webinars', body }, options)
}

/** Why `webinars.get` can be refused. */
export type WebinarsGetReason = CommonReason
/** Get a webinar. GET /v1/webinars/{id}; needs webinars:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Webinar, WebinarsGetReason> {
  return client.call({ method: 'GET', path: `/v1/webinars/${encodeURIComponent(id)}` }, options)
}

/** Why `webinars.update` can be refused. */
export type WebinarsUpdateReason = CommonReason | 'group_invalid' | 'rule_unreadable' | 'rule_too_often'
/** Change a webinar. PATCH /v1/webinars/{id}; needs webinars:write. */
export function update(client: Caller, id: string, body: WebinarUpdate = {}, options: RequestOptions = {}): ApiPromise<Webinar, WebinarsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/webinars/${encodeURIComponent(id)}`, body }, options)
}

/** Why `webinars.delete` can be refused. */
export type WebinarsDeleteReason = CommonReason | 'webinar_has_sessions' | 'participants_untold'
/** Delete a webinar, with its canceled sessions. DELETE /v1/webinars/{id}; needs webinars:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedWebinar, WebinarsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/webinars/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `webinars` with a client. */
export class WebinarsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List webinars. GET /v1/webinars; needs webinars:read. */
  list(query: WebinarListQuery = {}, options: RequestOptions = {}): ListPromise<Webinar, WebinarsListReason> {
    return list(this.#client, query, options)
  }
  /** Create a webinar. POST /v1/webinars; needs webinars:write. */
  create(body: WebinarCreate, options: RequestOptions = {}): ApiPromise<Webinar, WebinarsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a webinar. GET /v1/webinars/{id}; needs webinars:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Webinar, WebinarsGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a webinar. PATCH /v1/webinars/{id}; needs webinars:write. */
  update(id: string, body: WebinarUpdate = {}, options: RequestOptions = {}): ApiPromise<Webinar, WebinarsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a webinar, with its canceled sessions. DELETE /v1/webinars/{id}; needs webinars:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedWebinar, WebinarsDeleteReason> {
    return delete_(this.#client, id, options)
  }}
