// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface QueryRequest {
  /** By what each can be divided: `turnover` (money received, by the day of the payment, without what certificates paid): day, week, month, currency, offer_id, partner_id, promo_code_id, country, method, source, medium, campaign, page, cohort, last_source, last_medium, last_campaign; `refunds` (money returned, by the day of the refund): day, week, month, currency, offer_id, partner_id, promo_code_id, country, method, source, medium, campaign, page, cohort, last_source, last_medium, last_campaign; `fees` (the providers' fees of these payments): day, week, month, currency, offer_id, partner_id, promo_code_id, country, method, source, medium, campaign, page, cohort, last_source, last_medium, last_campaign; `taxes` (taxes in money received, less those in money returned): day, week, month, currency, offer_id, partner_id, promo_code_id, country, method, source, medium, campaign, page, cohort, last_source, last_medium, last_campaign; `certificates` (what gift certificates paid of orders: no money moved): day, week, month, currency, offer_id, partner_id, promo_code_id, country; `certificate_refunds` (what went back to gift certificates): day, week, month, currency, offer_id, partner_id, promo_code_id, country; `payments` (payments of money received): day, week, month, currency, offer_id, partner_id, promo_code_id, country, method, source, medium, campaign, page, cohort, last_source, last_medium, last_campaign; `free_orders` (orders that were paid by nothing: free ones, and redeemed gifts): day, week, month, currency, offer_id, partner_id, promo_code_id, country; `refund_count` (refunds made): day, week, month, currency, offer_id, partner_id, promo_code_id, country, method, source, medium, campaign, page, cohort, last_source, last_medium, last_campaign; `orders` (orders made): day, week, month, currency, offer_id, partner_id, promo_code_id, country; `ordered` (what these orders amount to): day, week, month, currency, offer_id, partner_id, promo_code_id, country; `paid_orders` (orders paid in full, by that day): day, week, month, currency, offer_id, partner_id, promo_code_id, country, source, medium, campaign, page, cohort, last_source, last_medium, last_campaign; `buyers` (people who paid money): day, week, month, currency, offer_id, partner_id, promo_code_id, country, method, source, medium, campaign, page, cohort, last_source, last_medium, last_campaign; `new_buyers` (people who paid money for the first time ever): day, week, month, currency, offer_id, partner_id, promo_code_id, country, method, source, medium, campaign, page, cohort; `visitors` (different visitors of the pages of the school on each day, without programs; by page, those of it): day, week, month, source, medium, campaign, page; `form_submissions` (forms sent, without spam): day, week, month, source, medium, campaign, page; `first_forms` (people who sent a form for the first time ever): day, week, month, source, medium, campaign, page, cohort; `first_orders` (people who ordered for the first time ever): day, week, month, source, medium, campaign, page, cohort; `first_lessons` (people who began a lesson for the first time ever): day, week, month, source, medium, campaign, page, cohort; `mrr_new` (monthly recurring revenue of people who had none before): day, week, month, currency, offer_id, country, source, medium, campaign, page, cohort; `mrr_expansion` (what it grew by, of people who had some): day, week, month, currency, offer_id, country, source, medium, campaign, page, cohort; `mrr_contraction` (what it shrank by, of people who kept some): day, week, month, currency, offer_id, country, source, medium, campaign, page, cohort; `mrr_churn` (what people had who have none any more): day, week, month, currency, offer_id, country, source, medium, campaign, page, cohort; `mrr_reactivation` (of people who had some, and then none): day, week, month, currency, offer_id, country, source, medium, campaign, page, cohort; `mrr_moved` (what went from one offer to another; 0 where offers are not told apart): day, week, month, currency, offer_id, country, source, medium, campaign, page, cohort; `subscribers_new` (people whose recurring revenue began): day, week, month, currency, offer_id, country, source, medium, campaign, page, cohort; `subscribers_churned` (people whose recurring revenue ended): day, week, month, currency, offer_id, country, source, medium, campaign, page, cohort; `subscribers_reactivated` (people whose recurring revenue began again): day, week, month, currency, offer_id, country, source, medium, campaign, page, cohort; `costs` (what channels have cost by the settings; of a cohort, in its month): day, week, month, currency, source, medium, campaign, cohort, last_source, last_medium, last_campaign; `people` (people who came): day, week, month; `accesses` (rights to courses granted): day, week, month, course_id; `lessons_started` (lessons begun by somebody): day, week, month, course_id, lesson_id; `lessons_completed` (lessons completed by somebody): day, week, month, course_id, lesson_id; `messages` (messages sent): day, week, month, channel; `registrations` (registrations for sessions of webinars): day, week, month, webinar_id; `net` (turnover less refunds): day, week, month, currency, offer_id, partner_id, promo_code_id, country, method, source, medium, campaign, page, cohort, last_source, last_medium, last_campaign; `net_revenue` (turnover less refunds, the providers' fees and taxes): day, week, month, currency, offer_id, partner_id, promo_code_id, country, method, source, medium, campaign, page, cohort, last_source, last_medium, last_campaign; `average_check` (turnover for each payment; null without one): day, week, month, currency, offer_id, partner_id, promo_code_id, country, method, source, medium, campaign, page, cohort, last_source, last_medium, last_campaign; `returning_buyers` (people who paid money, and had done so before): day, week, month, currency, offer_id, partner_id, promo_code_id, country, method, source, medium, campaign, page, cohort; `visit_to_form_basis_points` (`first_forms` in hundredths of a percent of visitors; null without any): day, week, month, source, medium, campaign, page; `form_to_order_basis_points` (`first_orders` of `first_forms`, likewise): day, week, month, source, medium, campaign, page, cohort; `order_to_payment_basis_points` (`new_buyers` of `first_orders`, likewise): day, week, month, source, medium, campaign, page, cohort; `payment_to_lesson_basis_points` (`first_lessons` of `new_buyers`, likewise): day, week, month, source, medium, campaign, page, cohort; `visit_to_payment_basis_points` (`new_buyers` of visitors, likewise): day, week, month, source, medium, campaign, page; `mrr_change` (new, expansion and reactivation less contraction and churn): day, week, month, currency, offer_id, country, source, medium, campaign, page, cohort; `mrr` (monthly recurring revenue at the end, without taxes): day, week, month, currency, offer_id, country, source, medium, campaign, page, cohort; `mrr_churn_basis_points` (`mrr_churn` in hundredths of a percent of the MRR at the beginning; null without any): day, week, month, currency, offer_id, country, source, medium, campaign, page, cohort; `subscribers` (people with recurring revenue at the end; in each currency): day, week, month, currency, offer_id, country, source, medium, campaign, page, cohort; `subscriber_churn_basis_points` (`subscribers_churned` in hundredths of a percent of those at the beginning; null without any): day, week, month, currency, offer_id, country, source, medium, campaign, page, cohort; `net_revenue_to_date` (net revenue from the beginning up to the end): day, week, month, currency, offer_id, partner_id, promo_code_id, country, method, source, medium, campaign, page, cohort, last_source, last_medium, last_campaign; `costs_to_date` (costs from the beginning up to the end): day, week, month, currency, source, medium, campaign, cohort, last_source, last_medium, last_campaign; `payback_percent` (net revenue to date for each 100 of costs to date; null without costs): day, week, month, currency, source, medium, campaign, cohort, last_source, last_medium, last_campaign; `ltv` (lifetime value: net revenue to date for each new buyer to date; null without one): day, week, month, currency, offer_id, partner_id, promo_code_id, country, method, source, medium, campaign, page, cohort. Money is always divided by currency; what has none is then in a row without one. */
  metrics: ('turnover' | 'refunds' | 'fees' | 'taxes' | 'certificates' | 'certificate_refunds' | 'payments' | 'free_orders' | 'refund_count' | 'orders' | 'ordered' | 'paid_orders' | 'buyers' | 'new_buyers' | 'visitors' | 'form_submissions' | 'first_forms' | 'first_orders' | 'first_lessons' | 'mrr_new' | 'mrr_expansion' | 'mrr_contraction' | 'mrr_churn' | 'mrr_reactivation' | 'mrr_moved' | 'subscribers_new' | 'subscribers_churned' | 'subscribers_reactivated' | 'costs' | 'people' | 'accesses' | 'lessons_started' | 'lessons_completed' | 'messages' | 'registrations' | 'net' | 'net_revenue' | 'average_check' | 'returning_buyers' | 'visit_to_form_basis_points' | 'form_to_order_basis_points' | 'order_to_payment_basis_points' | 'payment_to_lesson_basis_points' | 'visit_to_payment_basis_points' | 'mrr_change' | 'mrr' | 'mrr_churn_basis_points' | 'subscribers' | 'subscriber_churn_basis_points' | 'net_revenue_to_date' | 'costs_to_date' | 'payback_percent' | 'ltv')[]
  /** What the metrics are divided by; none for one row. Default: `[]`. */
  dimensions?: ('day' | 'week' | 'month' | 'currency' | 'offer_id' | 'course_id' | 'lesson_id' | 'webinar_id' | 'channel' | 'source' | 'medium' | 'campaign' | 'method' | 'partner_id' | 'promo_code_id' | 'country' | 'cohort' | 'page' | 'last_source' | 'last_medium' | 'last_campaign')[]
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
    /** One of these; what nothing has matches nothing. */
    source?: string[]
    /** One of these; what nothing has matches nothing. */
    medium?: string[]
    /** One of these; what nothing has matches nothing. */
    campaign?: string[]
    /** One of these; what nothing has matches nothing. */
    method?: string[]
    /** One of these; what nothing has matches nothing. */
    partner_id?: string[]
    /** One of these; what nothing has matches nothing. */
    promo_code_id?: string[]
    /** One of these; what nothing has matches nothing. */
    country?: string[]
    /** One of these; what nothing has matches nothing. */
    cohort?: string[]
    /** One of these; what nothing has matches nothing. */
    page?: string[]
    /** One of these; what nothing has matches nothing. */
    last_source?: string[]
    /** One of these; what nothing has matches nothing. */
    last_medium?: string[]
    /** One of these; what nothing has matches nothing. */
    last_campaign?: string[]
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
    /** The values of the dimensions; a day for a time. `source`, `medium` and `campaign` are those of the first visit of the person, `cohort` the month of their first payment: 2026-10. */
    dimensions: Record<string, string>
    /** By metric. Null for one that the row cannot have: people have no currency. */
    values: Record<string, number | null>
    /** The same of the compared period; null without one. */
    compared: Record<string, number | null> | null
    /** By the figures that a metric is made of: the list query of exactly these objects, where a list has them. */
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
    /** The `sequence` of the last event that has had its effect; null before the journal has it, and while a restored school is counted anew. */
    sequence: number | null
    /** When that event happened; null before the first one, and while a restored school is counted anew. */
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
