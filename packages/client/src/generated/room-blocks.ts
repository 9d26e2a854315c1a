// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface RoomBlock {
  /** The id of the room block. */
  id: string
  /** The id of the webinar session. */
  session_id: string
  /** The name of the block in its session: the same key changes the block. */
  key: string
  /** What the block shows: an offer, a poll or a form. */
  kind: 'sale' | 'poll' | 'form'
  /** closed: it is shown, and takes no answers any more. */
  status: 'hidden' | 'visible' | 'closed'
  /** The heading of the block; of a poll the question. */
  title: string
  /** What the button of a sale leads to: /buy/{offer_id}. */
  offer_id: string | null
  /** The form. */
  form_id: string | null
  /** What a poll offers, at least two. */
  options: string[]
  /** Whether a participant may choose several options of a poll. */
  multiple: boolean
  /** When it is shown by itself: seconds after the start of the session; null for by hand alone. */
  offset_seconds: number | null
  /** For how long it is open once it is shown: then it is closed by itself; null for no end. */
  duration_seconds: number | null
  /** Since when it is shown; null while it is hidden. */
  shown_at: string | null
  /** When it is closed by itself; the room counts down to it. */
  ends_at: string | null
  /** What the offer of a sale costs now; null for other kinds, and while it cannot be asked. */
  price: {
    /** The present price of the offer, without taxes that are added to it. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount: number
    /** The usual price, while an early price is valid. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    struck_amount: number | null
    /** The currency: an ISO 4217 code, such as `EUR`. */
    currency: string
  } | null
  /** How many participants have chosen each option of a poll. */
  results: {
    /** One of the options of the poll. */
    option: string
    /** How many participants have chosen it. */
    answers: number
  }[]
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the room block was created. */
  created_at: string
  /** When the room block last changed. */
  updated_at: string
}

export interface RoomBlockPutRequest {
  /** The name of the block in its session: the same key changes the block. */
  key: string
  /** What the block shows: an offer, a poll or a form. */
  kind: 'sale' | 'poll' | 'form'
  /** closed: it is shown, and takes no answers any more. Default: `"hidden"`. */
  status?: 'hidden' | 'visible' | 'closed'
  /** The heading of the block; of a poll the question. */
  title: string
  /** What the button of a sale leads to: /buy/{offer_id}. Default: `null`. */
  offer_id?: string | null
  /** The form. Default: `null`. */
  form_id?: string | null
  /** What a poll offers, at least two. Default: `[]`. */
  options?: string[]
  /** Whether a participant may choose several options of a poll. Default: `false`. */
  multiple?: boolean
  /** When it is shown by itself: seconds after the start of the session; null for by hand alone. Default: `null`. */
  offset_seconds?: number | null
  /** For how long it is open once it is shown: then it is closed by itself; null for no end. Default: `null`. */
  duration_seconds?: number | null
}

export type RoomBlockSort = 'created_at' | '-created_at'
/** The query of the list of RoomBlock. */
export interface RoomBlockListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<RoomBlockSort>
  session_id?: OneOrMany<string>
  kind?: OneOrMany<'sale' | 'poll' | 'form'>
  status?: OneOrMany<'hidden' | 'visible' | 'closed'>
  offer_id?: OneOrMany<string>
  form_id?: OneOrMany<string>
  multiple?: OneOrMany<boolean>
  shown_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `roomBlocks.list` can be refused. */
export type RoomBlocksListReason = CommonReason
/** List the blocks in the room of a session, with the results of polls. GET /v1/webinar-sessions/{id}/blocks; needs webinar-sessions:read. */
export function list(client: Caller, id: string, query: RoomBlockListQuery = {}, options: RequestOptions = {}): ListPromise<RoomBlock, RoomBlocksListReason> {
  return client.list({ method: 'GET', path: `/v1/webinar-sessions/${encodeURIComponent(id)}/blocks`, query }, options)
}

/** Why `roomBlocks.put` can be refused. */
export type RoomBlocksPutReason = CommonReason | 'block_invalid' | 'block_kept' | 'blocks_limit_reached'
/** Add a block to the room of a session, or change the block with the same key. POST /v1/webinar-sessions/{id}/blocks; needs webinar-sessions:write. */
export function put(client: Caller, id: string, body: RoomBlockPutRequest, options: RequestOptions = {}): ApiPromise<RoomBlock, RoomBlocksPutReason> {
  return client.call({ method: 'POST', path: `/v1/webinar-sessions/${encodeURIComponent(id)}/blocks`, body }, options)
}

/** The operations of `roomBlocks` with a client. */
export class RoomBlocksApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the blocks in the room of a session, with the results of polls. GET /v1/webinar-sessions/{id}/blocks; needs webinar-sessions:read. */
  list(id: string, query: RoomBlockListQuery = {}, options: RequestOptions = {}): ListPromise<RoomBlock, RoomBlocksListReason> {
    return list(this.#client, id, query, options)
  }
  /** Add a block to the room of a session, or change the block with the same key. POST /v1/webinar-sessions/{id}/blocks; needs webinar-sessions:write. */
  put(id: string, body: RoomBlockPutRequest, options: RequestOptions = {}): ApiPromise<RoomBlock, RoomBlocksPutReason> {
    return put(this.#client, id, body, options)
  }}
