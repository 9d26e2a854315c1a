// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface Delivery {
  /** The id of the webhook delivery. */
  id: string
  /** The webhook that gets the event. */
  webhook_id: string
  /** The id of the event. */
  event_id: string
  /** The type of the event. */
  event_type: string
  /** `waiting_retry` is tried again by itself; `failed` only by `POST /v1/webhooks/deliveries`. */
  status: 'pending' | 'waiting_retry' | 'delivered' | 'failed'
  /** Number of attempts: at most seven, or one for a manual delivery. */
  attempt_count: number
  /** When the next attempt is due; null if there is none, and while the delivery waits for an earlier one of its object. */
  next_attempt_at: string | null
  /** Whether a manual retry made it. It has only one attempt. */
  manual: boolean
  /** Whether a replay made it. */
  replayed: boolean
  /** X-Request-Id of the call that caused the event. */
  request_id: string
  /** When the webhook delivery was created. */
  created_at: string
}

export type DeliveryAttempts = ({
  /** The id of the delivery attempt. */
  id: string
  /** 1 is the first. Two attempts have the same number if the first sender crashed before it could log. */
  number: number
  /** null if no status arrived within 10 seconds. */
  response_code: number | null
  /** The first 4 KB. */
  response_body: string | null
  /** How long the receiver took to answer, in milliseconds. */
  duration_ms: number
  /** Why it failed: dns, connect, tls_expired, tls_untrusted, tls, blocked_address, proxy_refused, timeout_connect, timeout_headers, closed, protocol, http_status. */
  error: string | null
  /** The exact cause, if known: ECONNREFUSED and the address, ENOTFOUND, CERT_HAS_EXPIRED. */
  error_detail: string | null
  /** When the delivery attempt was created. */
  created_at: string
})[]

export interface DeliveryRetryRequest {
  /** Deliveries in any state; each gets one retry. */
  delivery_ids?: string[]
  /** With failed_since: all events that failed for this subscription and have not arrived otherwise. */
  webhook_id?: string
  /** Only deliveries that failed at or after this time. */
  failed_since?: string
}

export interface DeliveryRetryResult {
  /** Number of deliveries created. */
  count: number
  /** The new deliveries. */
  data: {
    /** The id of the webhook delivery. */
    id: string
    /** The failed delivery that is sent again. */
    retry_of: string
  }[]
  /** Deliveries that cannot be retried now. event_not_sent: the subscription no longer takes the event (by its events or its filter), or the last caller who set its url or events may not read it. */
  skipped: ({
    /** The id of the webhook delivery. */
    id: string
    /** Why the delivery is not sent again. */
    reason: 'webhook_deleted' | 'webhook_inactive' | 'event_gone' | 'event_not_sent'
  })[]
  /** There are further failed deliveries: one call retries at most 10000, the earliest failures first. Repeat the request with next_failed_since when these have arrived. */
  more: boolean
  /** The failed_since of the next request, which continues after these; null if there are no more. */
  next_failed_since: string | null
}

export type DeliverySort = 'created_at' | '-created_at'
export type DeliveryExpand = 'attempts'
/** An item of the list with the relations of `expand`. */
export type DeliveryWith<E extends DeliveryExpand = never> = Delivery &
  ('attempts' extends E ? { attempts: DeliveryAttempts | null } : unknown)
/** The query of the list of Delivery. */
export interface DeliveryListQuery<E extends DeliveryExpand = DeliveryExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<DeliverySort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  webhook_id?: OneOrMany<string>
  event_id?: OneOrMany<string>
  status?: OneOrMany<'pending' | 'waiting_retry' | 'delivered' | 'failed'>
  next_attempt_at?: TimeFilter
  manual?: OneOrMany<boolean>
  replayed?: OneOrMany<boolean>
  created_at?: TimeFilter
  event_type?: OneOrMany<'*' | 'user.*' | 'course.*' | 'lesson.*' | 'submission.*' | 'order.*' | 'payment.*' | 'message.*' | 'webinar.*' | 'system.*' | 'user.created' | 'user.updated' | 'user.deleted' | 'user.anonymized' | 'user.merged' | 'user.signed_in' | 'user.tag_added' | 'user.tag_removed' | 'user.group_joined' | 'user.group_left' | 'user.group_transferred' | 'user.form_submitted' | 'user.consent_changed' | 'course.created' | 'course.updated' | 'course.published' | 'course.deleted' | 'course.access_granted' | 'course.access_changed' | 'course.access_revoked' | 'course.access_expired' | 'course.completed' | 'course.certificate_issued' | 'course.certificate_revoked' | 'course.review_created' | 'lesson.created' | 'lesson.updated' | 'lesson.deleted' | 'lesson.opened' | 'lesson.started' | 'lesson.completed' | 'lesson.quiz_finished' | 'lesson.comment_created' | 'submission.created' | 'submission.updated' | 'submission.assigned' | 'submission.accepted' | 'submission.returned' | 'submission.commented' | 'submission.overdue' | 'order.created' | 'order.updated' | 'order.paid' | 'order.part_paid' | 'order.canceled' | 'order.expired' | 'order.refunded' | 'order.checkout_abandoned' | 'payment.succeeded' | 'payment.failed' | 'payment.refunded' | 'payment.disputed' | 'payment.receipt_issued' | 'payment.receipt_failed' | 'payment.subscription_started' | 'payment.subscription_renewed' | 'payment.subscription_past_due' | 'payment.subscription_canceled' | 'message.sent' | 'message.delivered' | 'message.opened' | 'message.clicked' | 'message.bounced' | 'message.unsubscribed' | 'message.received' | 'message.campaign_finished' | 'webinar.session_scheduled' | 'webinar.session_started' | 'webinar.session_finished' | 'webinar.recording_ready' | 'webinar.registered' | 'webinar.attended' | 'webinar.message_pinned' | 'webinar.message_unpinned' | 'system.export_finished' | 'system.import_finished' | 'system.bulk_action_finished' | 'system.webhook_failed' | 'system.agent_confirmation_requested' | 'system.scenario_published' | 'system.scenario_run_finished' | 'system.page_published'>
  request_id?: OneOrMany<string>
}

/** Why `deliveries.list` can be refused. */
export type DeliveriesListReason = CommonReason
/** List deliveries; expand=attempts adds the answers of the receiver. GET /v1/webhooks/deliveries; needs webhooks:read. */
export function list<const E extends DeliveryExpand = never>(client: Caller, query: DeliveryListQuery<E> = {}, options: RequestOptions = {}): ListPromise<DeliveryWith<E>, DeliveriesListReason> {
  return client.list({ method: 'GET', path: '/v1/webhooks/deliveries', query }, options)
}

/** Why `deliveries.retry` can be refused. */
export type DeliveriesRetryReason = CommonReason | 'webhook_inactive' | 'too_many_waiting'
/** Retry deliveries manually: each retry is a new delivery with one attempt; automatic retries continue. POST /v1/webhooks/deliveries; needs webhooks:write. */
export function retry(client: Caller, body: DeliveryRetryRequest, options: RequestOptions = {}): ApiPromise<DeliveryRetryResult, DeliveriesRetryReason> {
  return client.call({ method: 'POST', path: '/v1/webhooks/deliveries', body }, options)
}

/** The operations of `deliveries` with a client. */
export class DeliveriesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List deliveries; expand=attempts adds the answers of the receiver. GET /v1/webhooks/deliveries; needs webhooks:read. */
  list<const E extends DeliveryExpand = never>(query: DeliveryListQuery<E> = {}, options: RequestOptions = {}): ListPromise<DeliveryWith<E>, DeliveriesListReason> {
    return list(this.#client, query, options)
  }
  /** Retry deliveries manually: each retry is a new delivery with one attempt; automatic retries continue. POST /v1/webhooks/deliveries; needs webhooks:write. */
  retry(body: DeliveryRetryRequest, options: RequestOptions = {}): ApiPromise<DeliveryRetryResult, DeliveriesRetryReason> {
    return retry(this.#client, body, options)
  }}
