// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface QueryRequest {
  /** By what each can be divided: `turnover` (money received, by the day of the payment, without what certificates paid): day, week, month, currency, offer_id; `refunds` (money returned, by the day of the refund): day, week, month, currency, offer_id; `certificates` (what gift certificates paid of orders: no money moved): day, week, month, currency, offer_id; `certificate_refunds` (what went back to gift certificates): day, week, month, currency, offer_id; `payments` (payments of money received): day, week, month, currency, offer_id; `free_orders` (orders that were paid by nothing: free ones, and redeemed gifts): day, week, month, currency, offer_id; `refund_count` (refunds made): day, week, month, currency, offer_id; `orders` (orders made): day, week, month, currency, offer_id; `ordered` (what these orders amount to): day, week, month, currency, offer_id; `paid_orders` (orders paid in full, by that day): day, week, month, currency, offer_id; `people` (people who came): day, week, month; `accesses` (rights to courses granted): day, week, month, course_id; `lessons_started` (lessons begun by somebody): day, week, month, course_id, lesson_id; `lessons_completed` (lessons completed by somebody): day, week, month, course_id, lesson_id; `messages` (messages sent): day, week, month, channel; `registrations` (registrations for sessions of webinars): day, week, month, webinar_id; `net` (turnover less refunds): day, week, month, currency, offer_id; `average_check` (turnover for each payment; null without one): day, week, month, currency, offer_id. Money is always divided by currency; what has none is then in a row without one. */
  metrics: ('turnover' | 'refunds' | 'certificates' | 'certificate_refunds' | 'payments' | 'free_orders' | 'refund_count' | 'orders' | 'ordered' | 'paid_orders' | 'people' | 'accesses' | 'lessons_started' | 'lessons_completed' | 'messages' | 'registrations' | 'net' | 'average_check')[]
  /** What the metrics are divided by; none for one row. Default: `[]`. */
  dimensions?: ('day' | 'week' | 'month' | 'currency' | 'offer_id' | 'course_id' | 'lesson_id' | 'webinar_id' | 'channel')[]
  /** Only what has these values; several filters must all hold. Default: `{}`. */
  filters?: {
    /** One of these; what nothing has matches nothing. */
    currency?: string[]
    /** One of these; what nothing has matches nothing. */
    offer_id?: string[]
    /** One of these; what nothing has matches nothing. */
    course_id?: string[]
    /** One of these; what nothing has matches nothing. */
    lesson_id?: string[]
    /** One of these; what nothing has matches nothing. */
    webinar_id?: string[]
    /** One of these; what nothing has matches nothing. */
    channel?: string[]
  }
  /** Whole days of the school that have something of it. Default: the last 30 days. Default: `{}`. */
  period?: {
    /** The first day, or a time in it. */
    from?: string
    /** The day after the last one, as answers tell it, or a time in the last one. */
    to?: string
  }
  /** The period whose values stand beside those of `period`; null for none. Default: `null`. */
  compare?: 'previous_period' | 'previous_year' | null
  /** A metric or a dimension of the query. Default: by the dimensions. Default: `null`. */
  order?: {
    /** The metric or dimension to sort by. */
    by: string
    /** Whether the largest values come first. Default: `true`. */
    descending?: boolean
  } | null
  /** The maximum number of rows. Default: `100`. */
  limit?: number
}

export interface QueryResult {
  /** A row for each combination of dimensions. */
  data: ({
    /** The values of the dimensions; a day for a time. */
    dimensions: Record<string, string>
    /** By metric. Null for one that the row cannot have: people have no currency. */
    values: Record<string, number | null>
    /** The same of the compared period; null without one. */
    compared: Record<string, number | null> | null
    /** By the figures that a metric is made of: the list query of exactly these objects. */
    drill: Record<string, string>
  })[]
  /** Whole days; `to` is the day after the last one. */
  period: {
    /** The first day. */
    from: string
    /** The day after the last one. */
    to: string
  }
  /** The period to compare with; null without one. */
  compared_period: {
    /** The first day. */
    from: string
    /** The day after the last one. */
    to: string
  } | null
  /** Whether there are more rows than `limit`. */
  more: boolean
  /** The figures have the effects of all events up to this one, also where one behind it has its own already. */
  as_of: {
    /** The `sequence` of the last event that has had its effect; null before the journal has it. */
    sequence: number | null
    /** When that event happened; null before the first one. */
    at: string | null
  }
}

/** Why `queries.query` can be refused. */
export type QueriesQueryReason = CommonReason | 'metric_not_divided' | 'period_invalid' | 'compare_invalid' | 'order_invalid' | 'query_too_large' | 'query_running'
/** Query metrics by dimensions. POST /v1/analytics/query; needs analytics:read. */
export function query(client: Caller, body: QueryRequest, options: RequestOptions = {}): ApiPromise<QueryResult, QueriesQueryReason> {
  return client.call({ method: 'POST', path: '/v1/analytics/query', body }, options)
}

/** The operations of `queries` with a client. */
export class QueriesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Query metrics by dimensions. POST /v1/analytics/query; needs analytics:read. */
  query(body: QueryRequest, options: RequestOptions = {}): ApiPromise<QueryResult, QueriesQueryReason> {
    return query(this.#client, body, options)
  }}
