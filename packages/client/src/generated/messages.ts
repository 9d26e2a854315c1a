// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { User } from './users.ts'

export interface Message {
  /** The id of the message. */
  id: string
  /** The id of the user. */
  user_id: string
  /** The channel by which the message is sent. */
  transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
  /** The key of the topic of the settings by which it was allowed. */
  topic: string
  /** The mailing that it is part of. */
  mailing_id: string | null
  /** The campaign that it is part of. */
  campaign_id: string | null
  /** The number of the message in the campaign, from 1; null for others. */
  step: number | null
  /** The variant of its content in the campaign, from 1. */
  variant: number | null
  /** The id of the message template; null if there is none. */
  template_id: string | null
  /** The version of the template from which it was made. */
  template_version: number | null
  /** The kind of what the platform tells by itself; null for other messages. */
  notification: string | null
  /** sent: the channel has taken it. unknown: it may have left before a crash, and is not repeated. deferred: it is tried again. */
  status: 'queued' | 'sending' | 'deferred' | 'sent' | 'refused' | 'unknown' | 'skipped' | 'removed'
  /** Why the message was skipped; null if it was not. */
  reason: 'deleted' | 'no_address' | 'suppressed' | 'no_consent' | 'topic_off' | 'duplicate_address' | 'frequency_cap' | 'expired' | 'opened' | 'template_error' | null
  /** The address to which the message went; null before. */
  address: string | null
  /** As the person read it; empty until it was filled in. */
  subject: string
  /** The text of an in-app message. */
  text: string | null
  /** The last response of the channel; empty for none. */
  answer: string
  /** It waits: for its time, for the end of quiet hours, for another try. */
  send_after: string | null
  /** After this time it is no longer sent. */
  expires_at: string | null
  /** When the message was sent; null if it has not been. */
  sent_at: string | null
  /** When the person got it, only where the channel says so; null otherwise. */
  delivered_at: string | null
  /** When the message bounced; null if it has not. */
  bounced_at: string | null
  /** How it came back, at once or by a later report. hard: the address takes nothing any more, and is suppressed, as after a complaint. soft: it did not take this message. */
  bounce: 'hard' | 'soft' | 'complaint' | null
  /** First opened, or a link followed, by a person; programs that open mails do not count. */
  opened_at: string | null
  /** When a mail program loaded the pictures by itself, as Apple’s do: whether a person opened it, nobody knows. This is no opening. */
  prefetched_at: string | null
  /** First click on one of its links. */
  clicked_at: string | null
  /** The history of the message, the earliest first. */
  timeline: ({
    /** When it happened. */
    at: string
    /** What happened to the message. */
    what: 'queued' | 'held' | 'sending' | 'sent' | 'delivered' | 'deferred' | 'refused' | 'unknown' | 'skipped' | 'removed' | 'bounced' | 'complained' | 'prefetched' | 'opened' | 'clicked' | 'unsubscribed'
  })[]
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the message was created. */
  created_at: string
  /** When the message last changed. */
  updated_at: string
  /** What was sent, or would have been: of a message that was sent alone as it left, of others with the values that the person has now. Links by which the person unsubscribes lead to the school. Null once the person is erased, where nothing can be filled in, and of messages that were sent alone before contents were kept. */
  content: {
    /** The subject as the person would read it. */
    subject: string
    /** The message as HTML; null for plain text. */
    html: string | null
    /** The message as plain text. */
    text: string
  } | null
}

export interface MessageCreate {
  /** The id of the user. */
  user_id: string
  /** The channel by which the message is sent. Default: `"email"`. */
  transport?: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
  /** A topic of the settings; its basis decides who may get it. Default: `"news"`. */
  topic?: string
  /** The id of the message template; null if there is none. Default: `null`. */
  template_id?: string | null
  /** The subject of an e-mail, the title of a push or in-app message; Liquid. Default: `""`. */
  subject?: string
  /** What lists of mails show of an e-mail beside its subject; Liquid. Empty: they show the beginning of the content. Default: `""`. */
  preheader?: string
  /** Markdown and HTML are cut to what e-mails can show: styles, style sheets, pictures and tables stay. Without a style sheet or a body of its own a content stands in the layout of the school; a link of Markdown with the title `button` is a button: `[Open](https://school.example "button")`. mjml: a whole e-mail in the components of MJML, without mj-include; the parts of mj-accordion and mj-carousel are shown one below the other. Default: `"markdown"`. */
  format?: 'markdown' | 'html' | 'mjml' | 'text'
  /** The content, without a template. Default: `null`. */
  body?: string | null
  /** Values of variables, besides `user` and `school`. Default: `{}`. */
  variables?: Record<string, string | number | boolean | null | string[]>
  /** When the message is to be sent, at most 366 days ahead; null for at once. Default: `null`. */
  send_at?: string | null
  /** When the message expires; null if it does not expire. Default: `null`. */
  expires_at?: string | null
  /** A message to the person that waits: it is taken back, and nothing is sent. Default: `null`. */
  cancel_id?: string | null
}

export interface MessageSummary {
  /** The id of the message. */
  id: string
  /** The id of the user. */
  user_id: string
  /** The channel by which the message is sent. */
  transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
  /** The key of the topic of the settings by which it was allowed. */
  topic: string
  /** The mailing that it is part of. */
  mailing_id: string | null
  /** The campaign that it is part of. */
  campaign_id: string | null
  /** The number of the message in the campaign, from 1; null for others. */
  step: number | null
  /** The variant of its content in the campaign, from 1. */
  variant: number | null
  /** The id of the message template; null if there is none. */
  template_id: string | null
  /** The version of the template from which it was made. */
  template_version: number | null
  /** The kind of what the platform tells by itself; null for other messages. */
  notification: string | null
  /** sent: the channel has taken it. unknown: it may have left before a crash, and is not repeated. deferred: it is tried again. */
  status: 'queued' | 'sending' | 'deferred' | 'sent' | 'refused' | 'unknown' | 'skipped' | 'removed'
  /** Why the message was skipped; null if it was not. */
  reason: 'deleted' | 'no_address' | 'suppressed' | 'no_consent' | 'topic_off' | 'duplicate_address' | 'frequency_cap' | 'expired' | 'opened' | 'template_error' | null
  /** The address to which the message went; null before. */
  address: string | null
  /** As the person read it; empty until it was filled in. */
  subject: string
  /** The text of an in-app message. */
  text: string | null
  /** The last response of the channel; empty for none. */
  answer: string
  /** It waits: for its time, for the end of quiet hours, for another try. */
  send_after: string | null
  /** After this time it is no longer sent. */
  expires_at: string | null
  /** When the message was sent; null if it has not been. */
  sent_at: string | null
  /** When the person got it, only where the channel says so; null otherwise. */
  delivered_at: string | null
  /** When the message bounced; null if it has not. */
  bounced_at: string | null
  /** How it came back, at once or by a later report. hard: the address takes nothing any more, and is suppressed, as after a complaint. soft: it did not take this message. */
  bounce: 'hard' | 'soft' | 'complaint' | null
  /** First opened, or a link followed, by a person; programs that open mails do not count. */
  opened_at: string | null
  /** When a mail program loaded the pictures by itself, as Apple’s do: whether a person opened it, nobody knows. This is no opening. */
  prefetched_at: string | null
  /** First click on one of its links. */
  clicked_at: string | null
  /** The history of the message, the earliest first. */
  timeline: ({
    /** When it happened. */
    at: string
    /** What happened to the message. */
    what: 'queued' | 'held' | 'sending' | 'sent' | 'delivered' | 'deferred' | 'refused' | 'unknown' | 'skipped' | 'removed' | 'bounced' | 'complained' | 'prefetched' | 'opened' | 'clicked' | 'unsubscribed'
  })[]
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the message was created. */
  created_at: string
  /** When the message last changed. */
  updated_at: string
}

export type MessageSort = 'created_at' | '-created_at'
export type MessageExpand = 'user'
/** An item of the list with the relations of `expand`. */
export type MessageWith<E extends MessageExpand = never> = MessageSummary &
  ('user' extends E ? { user: User | null } : unknown)
/** The query of the list of Message. */
export interface MessageListQuery<E extends MessageExpand = MessageExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<MessageSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  /** Words to search for. */
  q?: string
  user_id?: OneOrMany<string>
  transport?: OneOrMany<'email' | 'telegram' | 'sms' | 'push' | 'in_app'>
  mailing_id?: OneOrMany<string>
  campaign_id?: OneOrMany<string>
  template_id?: OneOrMany<string>
  status?: OneOrMany<'queued' | 'sending' | 'deferred' | 'sent' | 'refused' | 'unknown' | 'skipped' | 'removed'>
  reason?: OneOrMany<'deleted' | 'no_address' | 'suppressed' | 'no_consent' | 'topic_off' | 'duplicate_address' | 'frequency_cap' | 'expired' | 'opened' | 'template_error'>
  send_after?: TimeFilter
  expires_at?: TimeFilter
  sent_at?: TimeFilter
  delivered_at?: TimeFilter
  bounced_at?: TimeFilter
  bounce?: OneOrMany<'hard' | 'soft' | 'complaint'>
  opened_at?: TimeFilter
  prefetched_at?: TimeFilter
  clicked_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  topic?: OneOrMany<string>
  notification?: OneOrMany<string>
  address?: OneOrMany<string>
}

/** Why `messages.list` can be refused. */
export type MessagesListReason = CommonReason
/** List messages with their status; students see their own. GET /v1/messages; needs messages:read. */
export function list<const E extends MessageExpand = never>(client: Caller, query: MessageListQuery<E> = {}, options: RequestOptions = {}): ListPromise<MessageWith<E>, MessagesListReason> {
  return client.list({ method: 'GET', path: '/v1/messages', query }, options)
}

/** Why `messages.create` can be refused. */
export type MessagesCreateReason = CommonReason | 'user_unknown' | 'topic_unknown' | 'message_content_unclear' | 'message_subject_missing' | 'template_unknown' | 'message_term_past' | 'message_cancel_unclear' | 'message_unknown' | 'message_not_waiting' | 'start_time_invalid' | 'content_invalid'
/** Send one message to a person, or take one back that waits. POST /v1/messages; needs messages:write. */
export function create(client: Caller, body: MessageCreate, options: RequestOptions = {}): ApiPromise<MessageSummary, MessagesCreateReason> {
  return client.call({ method: 'POST', path: '/v1/messages', body }, options)
}

/** Why `messages.get` can be refused. */
export type MessagesGetReason = CommonReason
/** Get a message with what it says, its history and the response of its channel. GET /v1/messages/{id}; needs messages:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Message, MessagesGetReason> {
  return client.call({ method: 'GET', path: `/v1/messages/${encodeURIComponent(id)}` }, options)
}

/** The operations of `messages` with a client. */
export class MessagesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List messages with their status; students see their own. GET /v1/messages; needs messages:read. */
  list<const E extends MessageExpand = never>(query: MessageListQuery<E> = {}, options: RequestOptions = {}): ListPromise<MessageWith<E>, MessagesListReason> {
    return list(this.#client, query, options)
  }
  /** Send one message to a person, or take one back that waits. POST /v1/messages; needs messages:write. */
  create(body: MessageCreate, options: RequestOptions = {}): ApiPromise<MessageSummary, MessagesCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a message with what it says, its history and the response of its channel. GET /v1/messages/{id}; needs messages:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Message, MessagesGetReason> {
    return get(this.#client, id, options)
  }}
