// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { Caller, ListPromise, PageQuery, RequestOptions } from '../core/types.ts'

export interface Limit {
  /** `<service>.<name>`: the reason with which the service refuses more, or the name of a limit of the platform team. */
  id: string
  /** The service that the limit belongs to. */
  service: string
  /** The most that is allowed, in `unit`. */
  limit: number
  /** Null where nothing is counted: the limit applies to each parent object, or is a rate. */
  used: number | null
  /** The unit of both. A rate `…_per_second` recovers continuously; the limit of the same things at once is its burst. */
  unit: 'objects' | 'files' | 'gibibytes' | 'tokens' | 'requests' | 'events' | 'deliveries' | 'tasks' | 'requests_per_second' | 'events_per_second' | 'deliveries_per_second' | 'tasks_per_second'
  /** When `used` begins at 0 again; null where it does not: what is used is free again once it is gone. */
  resets_at: string | null
  /** product: the same for every school. default: the platform team has set nothing else for this school. platform_team: set for this school. school: its own setting. */
  set_by: 'product' | 'default' | 'platform_team' | 'school'
  /** What the limit is about; more is refused. */
  reached_when: string
}

/** The query of the list of Limit. */
export interface LimitListQuery extends PageQuery {
}

/** Why `limits.list` can be refused. */
export type LimitsListReason = CommonReason
/** List the limits of the school and their usage. GET /v1/limits; needs limits:read. */
export function list(client: Caller, query: LimitListQuery = {}, options: RequestOptions = {}): ListPromise<Limit, LimitsListReason> {
  return client.list({ method: 'GET', path: '/v1/limits', query }, options)
}

/** The operations of `limits` with a client. */
export class LimitsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the limits of the school and their usage. GET /v1/limits; needs limits:read. */
  list(query: LimitListQuery = {}, options: RequestOptions = {}): ListPromise<Limit, LimitsListReason> {
    return list(this.#client, query, options)
  }}
