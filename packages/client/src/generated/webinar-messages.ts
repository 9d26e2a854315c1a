// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, NumberFilter, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedWebinarMessage {
  /** The id of the webinar message. */
  id: string
  /** Always true: the webinar message was deleted. */
  deleted: true
}

export interface WebinarMessage {
  /** The id of the webinar message. */
  id: string
  /** The id of the webinar session. */
  session_id: string
  /** Rises with each new message of the session, in the order of the chat. */
  sequence: number
  /** The participant; null for staff without a person. */
  user_id: string | null
  /** As participants read it, at the time of the message. */
  author_name: string
  /** question: it stands apart from the chat until it is answered, with the votes of those who want to know it, too. */
  kind: 'chat' | 'question'
  /** staff: somebody of the school, in its name or, where they take part themselves, in their own. */
  author_role: 'participant' | 'staff'
  /** What is said in the chat, as plain text. */
  text: string
  /** pending: it waits for approval. Participants read what is visible, and their own. */
  status: 'visible' | 'pending' | 'hidden'
  /** At most one message of a session is pinned. */
  pinned: boolean
  /** Participants who want a question answered, besides its author. They vote in the room. */
  votes: number
  /** When staff has marked a question as answered. */
  answered_at: string | null
  /** When the webinar message was edited; null if it has not been. */
  edited_at: string | null
  /** Whether it comes from the script of an auto-webinar. */
  scripted: boolean
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the webinar message was created. */
  created_at: string
  /** When the webinar message last changed. */
  updated_at: string
}

export interface WebinarMessageCreate {
  /** The id of the webinar session. */
  session_id: string
  /** The participant, where staff passes on what they wrote; a student writes for themselves. Default: `null`. */
  user_id?: string | null
  /** The name that staff writes under. A participant has the name of their profile. Default: `""`. */
  author_name?: string
  /** question: it stands apart from the chat until it is answered, with the votes of those who want to know it, too. Default: `"chat"`. */
  kind?: 'chat' | 'question'
  /** What is said in the chat, as plain text. */
  text: string
}

export interface WebinarMessageUpdate {
  /** What is said in the chat, as plain text. */
  text?: string
  /** A `hidden` message is seen by its author and by staff only. */
  status?: 'visible' | 'hidden'
  /** Whether a question was answered. */
  answered?: boolean
  /** Whether the author can no longer write in this chat. */
  ban_author?: boolean
}

export type WebinarMessageSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'sequence' | '-sequence'
/** The query of the list of WebinarMessage. */
export interface WebinarMessageListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<WebinarMessageSort>
  session_id?: OneOrMany<string>
  user_id?: OneOrMany<string>
  kind?: OneOrMany<'chat' | 'question'>
  author_role?: OneOrMany<'participant' | 'staff'>
  status?: OneOrMany<'visible' | 'pending' | 'hidden'>
  pinned?: OneOrMany<boolean>
  answered_at?: TimeFilter
  edited_at?: TimeFilter
  scripted?: OneOrMany<boolean>
  created_at?: TimeFilter
  updated_at?: TimeFilter
  sequence?: NumberFilter
}

/** Why `webinarMessages.list` can be refused. */
export type WebinarMessagesListReason = CommonReason
/** List the messages of chats; for new ones of a session, pass session_id and the last sequence you have as sequence[gt]. GET /v1/webinar-messages; needs webinar-messages:read. */
export function list(client: Caller, query: WebinarMessageListQuery = {}, options: RequestOptions = {}): ListPromise<WebinarMessage, WebinarMessagesListReason> {
  return client.list({ method: 'GET', path: '/v1/webinar-messages', query }, options)
}

/** Why `webinarMessages.create` can be refused. */
export type WebinarMessagesCreateReason = CommonReason | 'session_unknown' | 'not_participant' | 'chat_closed' | 'author_banned' | 'too_soon' | 'chat_limit_reached'
/** Write a message in the chat. POST /v1/webinar-messages; needs webinar-messages:write. */
export function create(client: Caller, body: WebinarMessageCreate, options: RequestOptions = {}): ApiPromise<WebinarMessage, WebinarMessagesCreateReason> {
  return client.call({ method: 'POST', path: '/v1/webinar-messages', body }, options)
}

/** Why `webinarMessages.update` can be refused. */
export type WebinarMessagesUpdateReason = CommonReason | 'no_author' | 'no_question'
/** Moderate a message: edit, approve, hide or show it, or ban its author from this chat. PATCH /v1/webinar-messages/{id}; needs webinar-sessions:write. */
export function update(client: Caller, id: string, body: WebinarMessageUpdate = {}, options: RequestOptions = {}): ApiPromise<WebinarMessage, WebinarMessagesUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/webinar-messages/${encodeURIComponent(id)}`, body }, options)
}

/** Why `webinarMessages.delete` can be refused. */
export type WebinarMessagesDeleteReason = CommonReason
/** Delete a message. DELETE /v1/webinar-messages/{id}; needs webinar-sessions:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedWebinarMessage, WebinarMessagesDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/webinar-messages/${encodeURIComponent(id)}` }, options)
}

/** Why `webinarMessages.pin` can be refused. */
export type WebinarMessagesPinReason = CommonReason | 'message_not_visible'
/** Pin a message in place of the one that is pinned. POST /v1/webinar-messages/{id}/pin; needs webinar-sessions:write. */
export function pin(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<WebinarMessage, WebinarMessagesPinReason> {
  return client.call({ method: 'POST', path: `/v1/webinar-messages/${encodeURIComponent(id)}/pin` }, options)
}

/** Why `webinarMessages.unpin` can be refused. */
export type WebinarMessagesUnpinReason = CommonReason
/** Unpin a message; another pinned message stays. DELETE /v1/webinar-messages/{id}/pin; needs webinar-sessions:write. */
export function unpin(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<WebinarMessage, WebinarMessagesUnpinReason> {
  return client.call({ method: 'DELETE', path: `/v1/webinar-messages/${encodeURIComponent(id)}/pin` }, options)
}

export { delete_ as delete }

/** The operations of `webinarMessages` with a client. */
export class WebinarMessagesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the messages of chats; for new ones of a session, pass session_id and the last sequence you have as sequence[gt]. GET /v1/webinar-messages; needs webinar-messages:read. */
  list(query: WebinarMessageListQuery = {}, options: RequestOptions = {}): ListPromise<WebinarMessage, WebinarMessagesListReason> {
    return list(this.#client, query, options)
  }
  /** Write a message in the chat. POST /v1/webinar-messages; needs webinar-messages:write. */
  create(body: WebinarMessageCreate, options: RequestOptions = {}): ApiPromise<WebinarMessage, WebinarMessagesCreateReason> {
    return create(this.#client, body, options)
  }
  /** Moderate a message: edit, approve, hide or show it, or ban its author from this chat. PATCH /v1/webinar-messages/{id}; needs webinar-sessions:write. */
  update(id: string, body: WebinarMessageUpdate = {}, options: RequestOptions = {}): ApiPromise<WebinarMessage, WebinarMessagesUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a message. DELETE /v1/webinar-messages/{id}; needs webinar-sessions:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedWebinarMessage, WebinarMessagesDeleteReason> {
    return delete_(this.#client, id, options)
  }
  /** Pin a message in place of the one that is pinned. POST /v1/webinar-messages/{id}/pin; needs webinar-sessions:write. */
  pin(id: string, options: RequestOptions = {}): ApiPromise<WebinarMessage, WebinarMessagesPinReason> {
    return pin(this.#client, id, options)
  }
  /** Unpin a message; another pinned message stays. DELETE /v1/webinar-messages/{id}/pin; needs webinar-sessions:write. */
  unpin(id: string, options: RequestOptions = {}): ApiPromise<WebinarMessage, WebinarMessagesUnpinReason> {
    return unpin(this.#client, id, options)
  }}
