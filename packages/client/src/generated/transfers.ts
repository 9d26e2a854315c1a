// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions } from '../core/types.ts'

export interface TransferMoveRequest {
  /** The id of the user. */
  user_id: string
  /** The flow to leave. Optional if the student is in only one other flow, or in only one that shares a course. */
  from_group_id?: string
}

export interface TransferPreviewResult {
  /** The id of the flow that the student leaves, as `from_group_id`. */
  id: string
  /** The id of the user. */
  user_id: string
  /** The flow that the student leaves. */
  from_group_id: string
  /** The flow that the student joins. */
  to_group_id: string
  /** When the flow that the student leaves starts. */
  from_starts_at: string
  /** When the flow that the student joins starts. */
  to_starts_at: string
  /** By how many days the opening dates of lessons move, from one start date to the other; positive is later. */
  shift_days: number
  /** Whether some lessons that are open now may close, because the new flow starts later, or lacks a course of the present one. */
  lessons_may_close: boolean
  /** What becomes of the progress in lessons: it stays. */
  progress: 'kept'
  /** What becomes of homework and attempts at quizzes: they stay. */
  answers: 'kept'
  /** What becomes of certificates: they stay. */
  certificates: 'kept'
  /** The curator of the flow that the student leaves. */
  from_curator_id: string | null
  /** The curator of the new flow. */
  to_curator_id: string | null
  /** The lessons that the student studies in the present flow, with their openings in both. */
  lessons: ({
    /** The id of the course. */
    course_id: string
    /** The id of the lesson. */
    lesson_id: string
    /** When it opened or opens in the present flow; null while nobody knows. */
    opens_at: string | null
    /** When it opens in the new flow; null while nobody knows. */
    new_opens_at: string | null
    /** Whether the lesson is open now. */
    status: 'open' | 'closed'
    /** Whether the lesson is open after the transfer. */
    new_status: 'open' | 'closed'
    /** Whether it is open now, and will be closed. */
    closes: boolean
  })[]
}

export interface UserGroupTransferredData {
  /** The id of the flow that the student leaves, as `from_group_id`. */
  id: string
  /** The id of the user. */
  user_id: string
  /** The flow that the student leaves. */
  from_group_id: string
  /** The flow that the student joins. */
  to_group_id: string
  /** When the flow that the student leaves starts. */
  from_starts_at: string
  /** When the flow that the student joins starts. */
  to_starts_at: string
  /** By how many days the opening dates of lessons move, from one start date to the other; positive is later. */
  shift_days: number
  /** Whether some lessons that are open now may close, because the new flow starts later, or lacks a course of the present one. */
  lessons_may_close: boolean
  /** What becomes of the progress in lessons: it stays. */
  progress: 'kept'
  /** What becomes of homework and attempts at quizzes: they stay. */
  answers: 'kept'
  /** What becomes of certificates: they stay. */
  certificates: 'kept'
  /** The curator of the flow that the student leaves. */
  from_curator_id: string | null
  /** The curator of the new flow. */
  to_curator_id: string | null
}

/** The query of the list of Transfer. */
export interface TransferListQuery extends PageQuery {
  userId?: OneOrMany<string>
}

/** Why `transfers.preview` can be refused. */
export type TransfersPreviewReason = CommonReason
/** Preview the transfer of the student `userId` into this flow, from each flow of the student. GET /v1/groups/{id}/transfer; needs groups:read. */
export function preview(client: Caller, id: string, query: TransferListQuery = {}, options: RequestOptions = {}): ListPromise<TransferPreviewResult, TransfersPreviewReason> {
  return client.list({ method: 'GET', path: `/v1/groups/${encodeURIComponent(id)}/transfer`, query }, options)
}

/** Why `transfers.move` can be refused. */
export type TransfersMoveReason = CommonReason | 'user_unknown' | 'group_not_flow' | 'already_member' | 'not_in_flow' | 'flow_ambiguous' | 'flow_not_theirs'
/** Move a student into this flow; progress, answers and certificates are kept. POST /v1/groups/{id}/transfer; needs groups:write. */
export function move(client: Caller, id: string, body: TransferMoveRequest, options: RequestOptions = {}): ApiPromise<UserGroupTransferredData, TransfersMoveReason> {
  return client.call({ method: 'POST', path: `/v1/groups/${encodeURIComponent(id)}/transfer`, body }, options)
}

/** The operations of `transfers` with a client. */
export class TransfersApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Preview the transfer of the student `userId` into this flow, from each flow of the student. GET /v1/groups/{id}/transfer; needs groups:read. */
  preview(id: string, query: TransferListQuery = {}, options: RequestOptions = {}): ListPromise<TransferPreviewResult, TransfersPreviewReason> {
    return preview(this.#client, id, query, options)
  }
  /** Move a student into this flow; progress, answers and certificates are kept. POST /v1/groups/{id}/transfer; needs groups:write. */
  move(id: string, body: TransferMoveRequest, options: RequestOptions = {}): ApiPromise<UserGroupTransferredData, TransfersMoveReason> {
    return move(this.#client, id, body, options)
  }}
