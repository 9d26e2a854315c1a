// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { Caller, ListPromise, OneOrMany, PageQuery, RequestOptions } from '../core/types.ts'

export interface CampaignStats {
  /** The campaign, the message and the variant. */
  id: string
  /** The number of the message in the campaign, from 1. */
  message: number
  /** The number of the variant of the message, from 1. */
  variant: number
  /** The channel of the message. */
  transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
  /** The people who were to get it. */
  audience: number
  /** The people whose message the channel has taken. */
  sent: number
  /** The people whom it reached, only where the channel says so. */
  delivered: number
  /** The people who opened it; programs that open every mail do not count. */
  opened: number
  /** The people whose mail program alone has loaded the pictures: whether they opened it, nobody knows. */
  prefetched: number
  /** The people who followed a link of it. */
  clicked: number
  /** The people who unsubscribed by a link of it. */
  unsubscribed: number
  /** The people whose message the channel has refused for good. */
  refused: number
  /** The people whose message may have left before a crash, and is not repeated. */
  unknown: number
  /** The people whose message a stop took from the queue. */
  removed: number
  /** The people who got none, such as those without an address. */
  skipped: number
  /** In the queue, in flight, or tried again later. */
  waiting: number
}

/** The query of the list of CampaignStats. */
export interface CampaignStatsListQuery extends PageQuery {
  transport?: OneOrMany<'email' | 'telegram' | 'sms' | 'push' | 'in_app'>
}

/** Why `campaignStats.list` can be refused. */
export type CampaignStatsListReason = CommonReason
/** List the deliveries, opens and clicks of each message of a campaign, by variant. GET /v1/campaigns/{id}/stats; needs campaigns:read. */
export function list(client: Caller, id: string, query: CampaignStatsListQuery = {}, options: RequestOptions = {}): ListPromise<CampaignStats, CampaignStatsListReason> {
  return client.list({ method: 'GET', path: `/v1/campaigns/${encodeURIComponent(id)}/stats`, query }, options)
}

/** The operations of `campaignStats` with a client. */
export class CampaignStatsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the deliveries, opens and clicks of each message of a campaign, by variant. GET /v1/campaigns/{id}/stats; needs campaigns:read. */
  list(id: string, query: CampaignStatsListQuery = {}, options: RequestOptions = {}): ListPromise<CampaignStats, CampaignStatsListReason> {
    return list(this.#client, id, query, options)
  }}
