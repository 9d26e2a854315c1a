// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, NumberFilter, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface Event {
  /** The key for deduplication: the same for every delivery and attempt. */
  id: string
  /** `<group>.<name>` */
  type: string
  /** When the event was created. */
  created_at: string
  /** Always `v1`: it tells this form from the others. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal; unique. A subscription sees gaps if it does not take every event. */
  sequence: number
  /** True in deliveries of a replay; always false in the journal. */
  replayed: boolean
  /** What happened to which object. */
  data: {
    /** The object as its GET would answer without expand. */
    object: Record<string, unknown>
    /** The changed fields, with their values before. */
    previous?: Record<string, unknown>
    /** Present where the event is of an import: what was elsewhere before. Subscriptions get these only with `imported`. */
    imported?: true
  }
  /** Ids of related objects: user_id, payment_id, actor_id, cause_id … */
  related: Record<string, string>
}

export interface EventReplayManyRequest {
  /** The time of the events. */
  created_at?: {
    /** Only events at or after this time. */
    gte?: string
    /** Only events before this time. */
    lt?: string
  }
  /** Event types, groups (`order.*`), or `*`. */
  types?: string[]
  /** The only subscription to send to; absent for all that match. */
  webhook_id?: string
  /** Counts the events and sends nothing. Default: `false`. */
  dry_run?: boolean
  /** Ends this replay; takes no other field. Existing deliveries stay. */
  cancel?: string
}

export interface EventReplayManyResult {
  /** The id of the replay; null for a dry run. */
  id: string | null
  /** GET /v1/queues shows its progress and failure under webhooks.replay-events. The list of deliveries shows its deliveries with replayed=true as they are created. */
  status: 'queued' | 'canceled' | null
  /** Whether events were only counted. */
  dry_run: boolean
  /** Number of events in the journal that match. */
  events: number
  /** Number of deliveries to the present subscriptions; fewer if filters exclude events. */
  deliveries: number
}

export interface EventReplayResult {
  /** The id of the event. */
  event_id: string
  /** Number of subscriptions that take it now. */
  deliveries: number
  /** The ids of the webhook deliveries. */
  delivery_ids: string[]
}

export type EventSort = 'created_at' | '-created_at' | 'sequence' | '-sequence'
/** The query of the list of Event. */
export interface EventListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<EventSort>
  created_at?: TimeFilter
  replayed?: OneOrMany<boolean>
  type?: OneOrMany<'*' | 'user.*' | 'course.*' | 'lesson.*' | 'submission.*' | 'order.*' | 'payment.*' | 'message.*' | 'webinar.*' | 'system.*' | 'user.created' | 'user.updated' | 'user.deleted' | 'user.anonymized' | 'user.merged' | 'user.signed_in' | 'user.tag_added' | 'user.tag_removed' | 'user.group_joined' | 'user.group_left' | 'user.group_transferred' | 'user.form_submitted' | 'user.consent_changed' | 'course.created' | 'course.updated' | 'course.published' | 'course.deleted' | 'course.access_granted' | 'course.access_changed' | 'course.access_revoked' | 'course.access_expired' | 'course.completed' | 'course.certificate_issued' | 'course.certificate_revoked' | 'course.review_created' | 'lesson.created' | 'lesson.updated' | 'lesson.deleted' | 'lesson.opened' | 'lesson.started' | 'lesson.completed' | 'lesson.quiz_finished' | 'lesson.comment_created' | 'submission.created' | 'submission.updated' | 'submission.assigned' | 'submission.accepted' | 'submission.returned' | 'submission.commented' | 'submission.overdue' | 'order.created' | 'order.updated' | 'order.paid' | 'order.part_paid' | 'order.canceled' | 'order.expired' | 'order.refunded' | 'order.checkout_abandoned' | 'payment.succeeded' | 'payment.failed' | 'payment.refunded' | 'payment.disputed' | 'payment.receipt_issued' | 'payment.receipt_failed' | 'payment.subscription_started' | 'payment.subscription_renewed' | 'payment.subscription_past_due' | 'payment.subscription_canceled' | 'message.sent' | 'message.delivered' | 'message.opened' | 'message.clicked' | 'message.bounced' | 'message.unsubscribed' | 'message.received' | 'message.campaign_finished' | 'webinar.session_scheduled' | 'webinar.session_started' | 'webinar.session_finished' | 'webinar.recording_ready' | 'webinar.registered' | 'webinar.attended' | 'webinar.message_pinned' | 'webinar.message_unpinned' | 'system.export_finished' | 'system.import_finished' | 'system.bulk_action_finished' | 'system.webhook_failed' | 'system.agent_confirmation_requested' | 'system.scenario_published' | 'system.scenario_run_finished' | 'system.page_published'>
  sequence?: NumberFilter
  user_id?: OneOrMany<string>
  object_id?: OneOrMany<string>
  request_id?: OneOrMany<string>
}

/** Why `events.list` can be refused. */
export type EventsListReason = CommonReason
/** List the events of the journal; for a feed without gaps, pass the last sequence you have as sequence[gt]. GET /v1/events; needs events:read. */
export function list(client: Caller, query: EventListQuery = {}, options: RequestOptions = {}): ListPromise<Event, EventsListReason> {
  return client.list({ method: 'GET', path: '/v1/events', query }, options)
}

/** Why `events.get` can be refused. */
export type EventsGetReason = CommonReason
/** Get an event of the journal. GET /v1/events/{id}; needs events:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Event, EventsGetReason> {
  return client.call({ method: 'GET', path: `/v1/events/${encodeURIComponent(id)}` }, options)
}

/** Why `events.replay` can be refused. */
export type EventsReplayReason = CommonReason | 'too_many_waiting'
/** Replay an event to the subscriptions that currently match it. POST /v1/events/{id}/replay; needs webhooks:write. */
export function replay(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<EventReplayResult, EventsReplayReason> {
  return client.call({ method: 'POST', path: `/v1/events/${encodeURIComponent(id)}/replay` }, options)
}

/** Why `events.replayMany` can be refused. */
export type EventsReplayManyReason = CommonReason | 'unknown_event' | 'webhook_inactive' | 'empty_range' | 'replay_too_large' | 'too_many_replays' | 'replay_over'
/** Replay the events of a period, of some types, or both, as a job; dry_run counts them, cancel ends a replay. POST /v1/events/replay; needs webhooks:write. */
export function replayMany(client: Caller, body: EventReplayManyRequest, options: RequestOptions = {}): ApiPromise<EventReplayManyResult, EventsReplayManyReason> {
  return client.call({ method: 'POST', path: '/v1/events/replay', body }, options)
}

/** The operations of `events` with a client. */
export class EventsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the events of the journal; for a feed without gaps, pass the last sequence you have as sequence[gt]. GET /v1/events; needs events:read. */
  list(query: EventListQuery = {}, options: RequestOptions = {}): ListPromise<Event, EventsListReason> {
    return list(this.#client, query, options)
  }
  /** Get an event of the journal. GET /v1/events/{id}; needs events:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Event, EventsGetReason> {
    return get(this.#client, id, options)
  }
  /** Replay an event to the subscriptions that currently match it. POST /v1/events/{id}/replay; needs webhooks:write. */
  replay(id: string, options: RequestOptions = {}): ApiPromise<EventReplayResult, EventsReplayReason> {
    return replay(this.#client, id, options)
  }
  /** Replay the events of a period, of some types, or both, as a job; dry_run counts them, cancel ends a replay. POST /v1/events/replay; needs webhooks:write. */
  replayMany(body: EventReplayManyRequest, options: RequestOptions = {}): ApiPromise<EventReplayManyResult, EventsReplayManyReason> {
    return replayMany(this.#client, body, options)
  }}
