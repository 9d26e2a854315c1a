// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { Caller, ListPromise, NumberFilter, OneOrMany, PageQuery, RequestOptions } from '../core/types.ts'

export interface Funnel {
  /** The place in the funnel, from 1. */
  id: string
  /** The place of the segment in the funnel, from 1. */
  step: number
  /** The id of the segment. */
  segment_id: string
  /** Of the first segment, who entered it for the first time in the period; of a later one, who entered it after the one before. */
  people: number
  /** The share of the first segment in percent; null if nobody was in it. */
  percent_of_first: number | null
  /** The share of the segment before in percent; null if nobody was in it. */
  percent_of_previous: number | null
  /** Half of them came from the segment before within these hours. */
  median_hours: number | null
  /** The oldest entry or exit that is known; null for none. */
  known_since: string | null
  /** The figures have the effects of all events up to this one, also where one behind it has its own already. */
  as_of: {
    /** The `sequence` of the last event that has had its effect; null before the journal has it, and while a restored school is counted anew. */
    sequence: number | null
    /** When that event happened; null before the first one, and while a restored school is counted anew. */
    at: string | null
  }
  /** Queries of exactly these people; null if there are more than 500: narrow the period. */
  drill: string[] | null
}

/** The query of the list of Funnel. */
export interface FunnelListQuery extends PageQuery {
  segment_ids?: OneOrMany<string>
  from?: string
  to?: string
  window_days?: NumberFilter
}

/** Why `funnel.list` can be refused. */
export type FunnelListReason = CommonReason
/** List how many people came from one segment to the next, in the order of `segment_ids`; by default the oldest ten segments. GET /v1/analytics/funnel; needs analytics:read. */
export function list(client: Caller, query: FunnelListQuery = {}, options: RequestOptions = {}): ListPromise<Funnel, FunnelListReason> {
  return client.list({ method: 'GET', path: '/v1/analytics/funnel', query }, options)
}

/** The operations of `funnel` with a client. */
export class FunnelApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List how many people came from one segment to the next, in the order of `segment_ids`; by default the oldest ten segments. GET /v1/analytics/funnel; needs analytics:read. */
  list(query: FunnelListQuery = {}, options: RequestOptions = {}): ListPromise<Funnel, FunnelListReason> {
    return list(this.#client, query, options)
  }}
