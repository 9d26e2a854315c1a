// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, NumberFilter, OneOrMany, PageQuery, RequestOptions } from '../core/types.ts'

export interface Queue {
  /** Unfinished tasks, without those that failed for good; of a queue `events-…`, the events that its reader has still to process. Counted up to 10 000. */
  length: number
  /** How long the oldest due task, or event, has waited. */
  delay_seconds: number
  /** Tasks that failed for good; counted up to 10 000, kept for 30 days. */
  failed: number
  /** Failed tasks, the latest first, then running, queued and waiting ones, each by due time. */
  jobs: ({
    /** The id of the job. */
    id: string
    /** queued: due, and about to run. waiting: due later, at a requested time or after a failure. failed: failed for good, until it is retried. */
    status: 'queued' | 'waiting' | 'running' | 'failed'
    /** Number of completed steps. */
    steps: number
    /** Progress of a task with many steps: the amount done, and the total where it is known. */
    progress: {
      /** The amount that is done. */
      done: number
      /** The amount in all; null where it is not known. */
      total: number | null
    } | null
    /** Failed tries of the current step. */
    failures: number
    /** The name of the last failure; the log has more under the request_id. */
    error: string | null
    /** When it runs, or was to run. */
    due_at: string
    /** When the job failed; null if it has not. */
    failed_at: string | null
    /** When the job was created. */
    created_at: string
    /** The request that queued the task. */
    request_id: string
  })[]
  /** `<service>.<task>`; `<service>.events-<reader>` of a reader of events. */
  id: string
  /** The service that the queue belongs to. */
  service: string
}

export interface QueueRetryResult {
  /** The id of the job. */
  id: string
  /** `<service>.<task>`; `<service>.events-<reader>` of a reader of events. */
  queue: string
  /** Always `queued`: it tells this form from the others. */
  status: 'queued'
}

/** The query of the list of Queue. */
export interface QueueListQuery extends PageQuery {
  service?: OneOrMany<string>
  failed?: NumberFilter
  length?: NumberFilter
}

/** Why `queues.list` can be refused. */
export type QueuesListReason = CommonReason
/** List the queues of the school: length, delay and failed jobs of each. GET /v1/queues; needs queues:read. */
export function list(client: Caller, query: QueueListQuery = {}, options: RequestOptions = {}): ListPromise<Queue, QueuesListReason> {
  return client.list({ method: 'GET', path: '/v1/queues', query }, options)
}

/** Why `queues.retry` can be refused. */
export type QueuesRetryReason = CommonReason | 'job_not_failed' | 'job_superseded'
/** Retry a job that has failed for good. POST /v1/queues/{queue}/jobs/{id}/retry; needs queues:write. */
export function retry(client: Caller, queue: string, id: string, options: RequestOptions = {}): ApiPromise<QueueRetryResult, QueuesRetryReason> {
  return client.call({ method: 'POST', path: `/v1/queues/${encodeURIComponent(queue)}/jobs/${encodeURIComponent(id)}/retry` }, options)
}

/** The operations of `queues` with a client. */
export class QueuesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the queues of the school: length, delay and failed jobs of each. GET /v1/queues; needs queues:read. */
  list(query: QueueListQuery = {}, options: RequestOptions = {}): ListPromise<Queue, QueuesListReason> {
    return list(this.#client, query, options)
  }
  /** Retry a job that has failed for good. POST /v1/queues/{queue}/jobs/{id}/retry; needs queues:write. */
  retry(queue: string, id: string, options: RequestOptions = {}): ApiPromise<QueueRetryResult, QueuesRetryReason> {
    return retry(this.#client, queue, id, options)
  }}
