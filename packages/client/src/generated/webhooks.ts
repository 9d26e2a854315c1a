// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedWebhook {
  /** The id of the webhook subscription. */
  id: string
  /** Always true: the webhook subscription was deleted. */
  deleted: true
}

export interface Webhook {
  /** The id of the webhook subscription. */
  id: string
  /** Where events are posted. */
  url: string
  /** The types of events that are sent; `order.*` is all of orders, `*` is all. */
  events: string[]
  /** While false nothing is sent: new events are skipped, and waiting deliveries stay. `system.webhook_failed` reports an automatic deactivation. */
  active: boolean
  /** A note of staff on the purpose of the webhook; null for none. */
  description: string | null
  /** Names of the additional headers; Authorization if there is a credential. Their values are not shown. */
  header_names: string[]
  /** The maximum number of sends at a time; null or a larger number: the maximum of the platform, 8. */
  max_parallel: number | null
  /** The maximum number of sends per second; others wait. null: as fast as the receiver answers. */
  max_per_second: number | null
  /** The fields of data.object (and data.previous) that are sent, in the syntax of `fields` of a list: `["status", "items.offer_id"]`. `id` is always included, so `["id"]` is a thin event. The signature covers the sent body. null: all of them. */
  fields: string[] | null
  /** Conditions on the events that are sent, on fields of data.object and on `related.…`, in the syntax of list filters: `{"status": "paid,refunded", "amount[gte]": "10000"}`. An event must match all of them; in a list, one matching item is enough; an event without the field does not match. Events that do not match make no delivery, and leave gaps in `sequence`. */
  filter: Record<string, string> | null
  /** Events of one object are sent one after the other: a later one waits until the earlier ones have arrived or failed for the last time, which may take a day and a half. Events of other objects do not wait. Switching it on affects later events only; manual retries do not wait. It costs throughput: the next event of an object goes when the answer to the one before is logged. */
  ordered: boolean
  /** Whether events of imports are sent, too (`data.imported`): one for each person, access and tag of a table. Otherwise an import is told by `system.import_finished` alone. */
  imported: boolean
  /** How the last deliveries went. */
  health: {
    /** When a delivery was last received; null for none. */
    last_success_at: string | null
    /** The first of the sends since which all have failed; null if the last one succeeded. */
    failing_since: string | null
    /** Deliveries that still have an attempt to come, counted up to 1000. */
    pending_count: number
    /** The share of sends in the last hour with a 2xx answer: 0 to 1; null if there were none. */
    success_share_hour: number | null
    /** The share of sends in the last day with a 2xx answer: 0 to 1; null if there were none. */
    success_share_day: number | null
  }
  /** During a rotation: when the new secret replaces the old one. Otherwise null. */
  rotation_ends_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the webhook subscription was created. */
  created_at: string
  /** When the webhook subscription last changed. */
  updated_at: string
}

export interface WebhookCreate {
  /** Where events are posted. */
  url: string
  /** The types of events that are sent; `order.*` is all of orders, `*` is all. */
  events: string[]
  /** While false nothing is sent: new events are skipped, and waiting deliveries stay. `system.webhook_failed` reports an automatic deactivation. Default: `true`. */
  active?: boolean
  /** A note of staff on the purpose of the webhook; null for none. Default: `null`. */
  description?: string | null
  /** The maximum number of sends at a time; null or a larger number: the maximum of the platform, 8. Default: `null`. */
  max_parallel?: number | null
  /** The maximum number of sends per second; others wait. null: as fast as the receiver answers. Default: `null`. */
  max_per_second?: number | null
  /** The fields of data.object (and data.previous) that are sent, in the syntax of `fields` of a list: `["status", "items.offer_id"]`. `id` is always included, so `["id"]` is a thin event. The signature covers the sent body. null: all of them. Default: `null`. */
  fields?: string[] | null
  /** Conditions on the events that are sent, on fields of data.object and on `related.…`, in the syntax of list filters: `{"status": "paid,refunded", "amount[gte]": "10000"}`. An event must match all of them; in a list, one matching item is enough; an event without the field does not match. Events that do not match make no delivery, and leave gaps in `sequence`. Default: `null`. */
  filter?: Record<string, string> | null
  /** Events of one object are sent one after the other: a later one waits until the earlier ones have arrived or failed for the last time, which may take a day and a half. Events of other objects do not wait. Switching it on affects later events only; manual retries do not wait. It costs throughput: the next event of an object goes when the answer to the one before is logged. Default: `false`. */
  ordered?: boolean
  /** Whether events of imports are sent, too (`data.imported`): one for each person, access and tag of a table. Otherwise an import is told by `system.import_finished` alone. Default: `false`. */
  imported?: boolean
  /** Sent with each delivery; encrypted at rest and never shown again. A url with another origin drops them. */
  headers?: Record<string, string> | null
  /** Sent as Authorization; encrypted at rest and never shown again. A url with another origin drops it. */
  credential?: {
    /** Always `bearer`: it tells this form from the others. */
    type: 'bearer'
    /** The token, sent as `Authorization: Bearer …`. */
    token: string
  } | {
    /** Always `basic`: it tells this form from the others. */
    type: 'basic'
    /** The user name of HTTP basic authentication. */
    username: string
    /** The password of HTTP basic authentication; never shown again. */
    password: string
  } | null
  /** The secret that signs deliveries; by default a generated one. */
  secret?: string
}

export interface WebhookCreateResult {
  /** The id of the webhook subscription. */
  id: string
  /** Where events are posted. */
  url: string
  /** The types of events that are sent; `order.*` is all of orders, `*` is all. */
  events: string[]
  /** While false nothing is sent: new events are skipped, and waiting deliveries stay. `system.webhook_failed` reports an automatic deactivation. */
  active: boolean
  /** A note of staff on the purpose of the webhook; null for none. */
  description: string | null
  /** Names of the additional headers; Authorization if there is a credential. Their values are not shown. */
  header_names: string[]
  /** The maximum number of sends at a time; null or a larger number: the maximum of the platform, 8. */
  max_parallel: number | null
  /** The maximum number of sends per second; others wait. null: as fast as the receiver answers. */
  max_per_second: number | null
  /** The fields of data.object (and data.previous) that are sent, in the syntax of `fields` of a list: `["status", "items.offer_id"]`. `id` is always included, so `["id"]` is a thin event. The signature covers the sent body. null: all of them. */
  fields: string[] | null
  /** Conditions on the events that are sent, on fields of data.object and on `related.…`, in the syntax of list filters: `{"status": "paid,refunded", "amount[gte]": "10000"}`. An event must match all of them; in a list, one matching item is enough; an event without the field does not match. Events that do not match make no delivery, and leave gaps in `sequence`. */
  filter: Record<string, string> | null
  /** Events of one object are sent one after the other: a later one waits until the earlier ones have arrived or failed for the last time, which may take a day and a half. Events of other objects do not wait. Switching it on affects later events only; manual retries do not wait. It costs throughput: the next event of an object goes when the answer to the one before is logged. */
  ordered: boolean
  /** Whether events of imports are sent, too (`data.imported`): one for each person, access and tag of a table. Otherwise an import is told by `system.import_finished` alone. */
  imported: boolean
  /** How the last deliveries went. */
  health: {
    /** When a delivery was last received; null for none. */
    last_success_at: string | null
    /** The first of the sends since which all have failed; null if the last one succeeded. */
    failing_since: string | null
    /** Deliveries that still have an attempt to come, counted up to 1000. */
    pending_count: number
    /** The share of sends in the last hour with a 2xx answer: 0 to 1; null if there were none. */
    success_share_hour: number | null
    /** The share of sends in the last day with a 2xx answer: 0 to 1; null if there were none. */
    success_share_day: number | null
  }
  /** During a rotation: when the new secret replaces the old one. Otherwise null. */
  rotation_ends_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the webhook subscription was created. */
  created_at: string
  /** When the webhook subscription last changed. */
  updated_at: string
  /** The secret of the signatures. Its text is the key of `X-LMS-Signature`; libraries of Standard Webhooks take it as it is. Shown only once. */
  secret: string
}

export interface WebhookTestRequest {
  /** The event to send. Default: the newest that the subscription takes. */
  type?: string
}

export interface WebhookTestResult {
  /** Whether a 2xx arrived within 10 seconds. */
  ok: boolean
  /** The HTTP status of the answer; null without one. */
  response_code: number | null
  /** The first 4 KB. */
  response_body: string | null
  /** How long the receiver took to answer, in milliseconds. */
  duration_ms: number
  /** As in an attempt: dns, connect, timeout_headers, http_status … */
  error: string | null
  /** As in an attempt: ECONNREFUSED and the address, ENOTFOUND … */
  error_detail: string | null
  /** The request that was sent. */
  event: {
    /** The id of the event. */
    id: string
    /** The type of the test event. */
    type: string
  }
  /** Whether it is the example of the reference, because the journal has no recent event of the type. */
  example: boolean
  /** All headers as they were sent, signatures included; the values of your own headers are masked. */
  request_headers: Record<string, string>
}

export interface WebhookUpdate {
  /** Where events are posted. */
  url?: string
  /** The types of events that are sent; `order.*` is all of orders, `*` is all. */
  events?: string[]
  /** While false nothing is sent: new events are skipped, and waiting deliveries stay. `system.webhook_failed` reports an automatic deactivation. */
  active?: boolean
  /** A note of staff on the purpose of the webhook; null for none. */
  description?: string | null
  /** The maximum number of sends at a time; null or a larger number: the maximum of the platform, 8. */
  max_parallel?: number | null
  /** The maximum number of sends per second; others wait. null: as fast as the receiver answers. */
  max_per_second?: number | null
  /** The fields of data.object (and data.previous) that are sent, in the syntax of `fields` of a list: `["status", "items.offer_id"]`. `id` is always included, so `["id"]` is a thin event. The signature covers the sent body. null: all of them. */
  fields?: string[] | null
  /** Conditions on the events that are sent, on fields of data.object and on `related.…`, in the syntax of list filters: `{"status": "paid,refunded", "amount[gte]": "10000"}`. An event must match all of them; in a list, one matching item is enough; an event without the field does not match. Events that do not match make no delivery, and leave gaps in `sequence`. */
  filter?: Record<string, string> | null
  /** Events of one object are sent one after the other: a later one waits until the earlier ones have arrived or failed for the last time, which may take a day and a half. Events of other objects do not wait. Switching it on affects later events only; manual retries do not wait. It costs throughput: the next event of an object goes when the answer to the one before is logged. */
  ordered?: boolean
  /** Whether events of imports are sent, too (`data.imported`): one for each person, access and tag of a table. Otherwise an import is told by `system.import_finished` alone. */
  imported?: boolean
  /** Sent with each delivery; encrypted at rest and never shown again. A url with another origin drops them. */
  headers?: Record<string, string> | null
  /** Sent as Authorization; encrypted at rest and never shown again. A url with another origin drops it. */
  credential?: {
    /** Always `bearer`: it tells this form from the others. */
    type: 'bearer'
    /** The token, sent as `Authorization: Bearer …`. */
    token: string
  } | {
    /** Always `basic`: it tells this form from the others. */
    type: 'basic'
    /** The user name of HTTP basic authentication. */
    username: string
    /** The password of HTTP basic authentication; never shown again. */
    password: string
  } | null
  /** Begins a rotation. Until it ends, X-LMS-Signature uses the old secret and X-LMS-Signature-Next the new one. */
  rotate_secret?: {
    /** The secret that signs deliveries; by default a generated one. */
    secret?: string
    /** How long the old secret continues to sign; 0 replaces it at once. Default: a day. */
    overlap_seconds?: number
    /** When the old secret ends, in place of overlap_seconds. */
    expires_at?: string
  }
  /** The new secret replaces the old one now. */
  complete_rotation?: true
  /** The new secret is dropped; the old one stays. */
  cancel_rotation?: true
}

export interface WebhookUpdateResult {
  /** The id of the webhook subscription. */
  id: string
  /** Where events are posted. */
  url: string
  /** The types of events that are sent; `order.*` is all of orders, `*` is all. */
  events: string[]
  /** While false nothing is sent: new events are skipped, and waiting deliveries stay. `system.webhook_failed` reports an automatic deactivation. */
  active: boolean
  /** A note of staff on the purpose of the webhook; null for none. */
  description: string | null
  /** Names of the additional headers; Authorization if there is a credential. Their values are not shown. */
  header_names: string[]
  /** The maximum number of sends at a time; null or a larger number: the maximum of the platform, 8. */
  max_parallel: number | null
  /** The maximum number of sends per second; others wait. null: as fast as the receiver answers. */
  max_per_second: number | null
  /** The fields of data.object (and data.previous) that are sent, in the syntax of `fields` of a list: `["status", "items.offer_id"]`. `id` is always included, so `["id"]` is a thin event. The signature covers the sent body. null: all of them. */
  fields: string[] | null
  /** Conditions on the events that are sent, on fields of data.object and on `related.…`, in the syntax of list filters: `{"status": "paid,refunded", "amount[gte]": "10000"}`. An event must match all of them; in a list, one matching item is enough; an event without the field does not match. Events that do not match make no delivery, and leave gaps in `sequence`. */
  filter: Record<string, string> | null
  /** Events of one object are sent one after the other: a later one waits until the earlier ones have arrived or failed for the last time, which may take a day and a half. Events of other objects do not wait. Switching it on affects later events only; manual retries do not wait. It costs throughput: the next event of an object goes when the answer to the one before is logged. */
  ordered: boolean
  /** Whether events of imports are sent, too (`data.imported`): one for each person, access and tag of a table. Otherwise an import is told by `system.import_finished` alone. */
  imported: boolean
  /** How the last deliveries went. */
  health: {
    /** When a delivery was last received; null for none. */
    last_success_at: string | null
    /** The first of the sends since which all have failed; null if the last one succeeded. */
    failing_since: string | null
    /** Deliveries that still have an attempt to come, counted up to 1000. */
    pending_count: number
    /** The share of sends in the last hour with a 2xx answer: 0 to 1; null if there were none. */
    success_share_hour: number | null
    /** The share of sends in the last day with a 2xx answer: 0 to 1; null if there were none. */
    success_share_day: number | null
  }
  /** During a rotation: when the new secret replaces the old one. Otherwise null. */
  rotation_ends_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the webhook subscription was created. */
  created_at: string
  /** When the webhook subscription last changed. */
  updated_at: string
  /** The new secret, when a rotation began. Shown only once. */
  secret?: string
}

export type WebhookSort = 'created_at' | '-created_at'
/** The query of the list of Webhook. */
export interface WebhookListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<WebhookSort>
  active?: OneOrMany<boolean>
  ordered?: OneOrMany<boolean>
  imported?: OneOrMany<boolean>
  rotation_ends_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  url?: OneOrMany<string>
}

/** Why `webhooks.list` can be refused. */
export type WebhooksListReason = CommonReason
/** List subscriptions. GET /v1/webhooks; needs webhooks:read. */
export function list(client: Caller, query: WebhookListQuery = {}, options: RequestOptions = {}): ListPromise<Webhook, WebhooksListReason> {
  return client.list({ method: 'GET', path: '/v1/webhooks', query }, options)
}

/** Why `webhooks.create` can be refused. */
export type WebhooksCreateReason = CommonReason | 'webhook_url_refused' | 'unknown_event' | 'events_unreadable' | 'unknown_field' | 'filter_refused' | 'too_many_webhooks'
/** Subscribe to events; only this answer shows the secret. POST /v1/webhooks; needs webhooks:write. */
export function create(client: Caller, body: WebhookCreate, options: RequestOptions = {}): ApiPromise<WebhookCreateResult, WebhooksCreateReason> {
  return client.call({ method: 'POST', path: '/v1/webhooks', body }, options)
}

/** Why `webhooks.get` can be refused. */
export type WebhooksGetReason = CommonReason
/** Get a subscription. GET /v1/webhooks/{id}; needs webhooks:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Webhook, WebhooksGetReason> {
  return client.call({ method: 'GET', path: `/v1/webhooks/${encodeURIComponent(id)}` }, options)
}

/** Why `webhooks.update` can be refused. */
export type WebhooksUpdateReason = CommonReason | 'webhook_url_refused' | 'unknown_event' | 'events_unreadable' | 'unknown_field' | 'filter_refused' | 'rotation_under_way' | 'no_rotation' | 'rotation_end_refused'
/** Change a subscription, or rotate its secret; waiting deliveries go to the new url. PATCH /v1/webhooks/{id}; needs webhooks:write. */
export function update(client: Caller, id: string, body: WebhookUpdate = {}, options: RequestOptions = {}): ApiPromise<WebhookUpdateResult, WebhooksUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/webhooks/${encodeURIComponent(id)}`, body }, options)
}

/** Why `webhooks.test` can be refused. */
export type WebhooksTestReason = CommonReason | 'unknown_event' | 'type_not_taken' | 'secret_unreadable' | 'outcome_unknown'
/** Send a signed test event to the url now and show its answer; the test is not logged. POST /v1/webhooks/{id}/test; needs webhooks:write. */
export function test(client: Caller, id: string, body: WebhookTestRequest = {}, options: RequestOptions = {}): ApiPromise<WebhookTestResult, WebhooksTestReason> {
  return client.call({ method: 'POST', path: `/v1/webhooks/${encodeURIComponent(id)}/test`, body }, options)
}

/** Why `webhooks.delete` can be refused. */
export type WebhooksDeleteReason = CommonReason
/** Delete a subscription; its waiting deliveries fail, without an event. DELETE /v1/webhooks/{id}; needs webhooks:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedWebhook, WebhooksDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/webhooks/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `webhooks` with a client. */
export class WebhooksApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List subscriptions. GET /v1/webhooks; needs webhooks:read. */
  list(query: WebhookListQuery = {}, options: RequestOptions = {}): ListPromise<Webhook, WebhooksListReason> {
    return list(this.#client, query, options)
  }
  /** Subscribe to events; only this answer shows the secret. POST /v1/webhooks; needs webhooks:write. */
  create(body: WebhookCreate, options: RequestOptions = {}): ApiPromise<WebhookCreateResult, WebhooksCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a subscription. GET /v1/webhooks/{id}; needs webhooks:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Webhook, WebhooksGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a subscription, or rotate its secret; waiting deliveries go to the new url. PATCH /v1/webhooks/{id}; needs webhooks:write. */
  update(id: string, body: WebhookUpdate = {}, options: RequestOptions = {}): ApiPromise<WebhookUpdateResult, WebhooksUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Send a signed test event to the url now and show its answer; the test is not logged. POST /v1/webhooks/{id}/test; needs webhooks:write. */
  test(id: string, body: WebhookTestRequest = {}, options: RequestOptions = {}): ApiPromise<WebhookTestResult, WebhooksTestReason> {
    return test(this.#client, id, body, options)
  }
  /** Delete a subscription; its waiting deliveries fail, without an event. DELETE /v1/webhooks/{id}; needs webhooks:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedWebhook, WebhooksDeleteReason> {
    return delete_(this.#client, id, options)
  }}
