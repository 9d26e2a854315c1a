// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface Health {
  /** `degraded` if a service is unavailable or lacks one of its parts. */
  status: 'ok' | 'degraded'
  /** The time at the server. */
  time: string
  /** The services of the installation. */
  services: ({
    /** The name of the service. */
    name: string
    /** `degraded` while a part of it fails, `away` while it does not answer. */
    status: 'ok' | 'degraded' | 'unavailable'
    /** Messages between services that wait to be sent; null if the service does not answer. */
    outbox: {
      /** Messages of the school that their reader has not confirmed yet, among the oldest 10 000. */
      waiting: number
      /** How long the oldest of them has waited. */
      oldest_seconds: number
    } | null
    /** The deferred work of the service; null if it does not answer. */
    queues: {
      /** Tasks of the school that are not done yet, in all queues. */
      length: number
      /** How long the oldest due task has waited. */
      delay_seconds: number
      /** Tasks that failed for good; /v1/queues shows them. */
      failed: number
    } | null
  })[]
}

/** Why `health.get` can be refused. */
export type HealthGetReason = CommonReason
/** Get the state of the system: its services, and the unsent messages and waiting tasks of the school. GET /v1/health; needs health:read. */
export function get(client: Caller, options: RequestOptions = {}): ApiPromise<Health, HealthGetReason> {
  return client.call({ method: 'GET', path: '/v1/health' }, options)
}

/** The operations of `health` with a client. */
export class HealthApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Get the state of the system: its services, and the unsent messages and waiting tasks of the school. GET /v1/health; needs health:read. */
  get(options: RequestOptions = {}): ApiPromise<Health, HealthGetReason> {
    return get(this.#client, options)
  }}
