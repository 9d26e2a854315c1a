// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface AuditEntry {
  /** The id of the audit record. */
  id: string
  /** The service that did it. */
  service: string
  /** The method and the path template of the call. */
  operation: string
  /** The object that was created or changed. */
  object_id: string | null
  /** The calling key. */
  key_id: string | null
  /** The person the key acted for. */
  actor_user_id: string | null
  /** The role of the caller, `platform` for the platform team; null for one without a role. */
  role: string | null
  /** Who of the platform team did it; null for callers of the school. */
  operator: string | null
  /** The status of the answer. */
  status: number
  /** How it was done. `console`: by a signed-in person; `api`: by a key; `agent`: by an agent’s key, or proposed by the agent and confirmed; `import`, `scenario`: by an import, a scenario; `platform`: by the platform team; `system`: by itself. Null of records from before there was this field. */
  way: 'console' | 'api' | 'agent' | 'import' | 'scenario' | 'platform' | 'system' | null
  /** The answer to a proposal of the agent; null for other operations. */
  answer: 'yes' | 'no' | null
  /** What a change has changed of the object; empty where it made or removed one. */
  changes: ({
    /** The field that has changed. */
    field: string
    /** What it was, as text or JSON; null for nothing, and where `shown` is false. */
    before: string | null
    /** What it is since; null for nothing, and where `shown` is false. */
    after: string | null
    /** Whether the log keeps the values: not of personal data, and not of what is too long. */
    shown: boolean
  })[]
  /** The `X-Request-Id` of the request. */
  request_id: string
  /** The X-Request-Id that the client sent. */
  client_request_id: string | null
  /** The events that the change emitted. */
  event_ids: string[]
  /** How long it took, in milliseconds. */
  duration_ms: number
  /** When the audit record was created. */
  created_at: string
}

export type AuditEntrySort = 'created_at' | '-created_at'
/** The query of the list of AuditEntry. */
export interface AuditEntryListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<AuditEntrySort>
  actor_user_id?: OneOrMany<string>
  way?: OneOrMany<'console' | 'api' | 'agent' | 'import' | 'scenario' | 'platform' | 'system'>
  answer?: OneOrMany<'yes' | 'no'>
  created_at?: TimeFilter
  operation?: OneOrMany<string>
  object_id?: OneOrMany<string>
  key_id?: OneOrMany<string>
  role?: OneOrMany<'owner' | 'administrator' | 'manager' | 'curator' | 'student' | 'platform'>
  operator?: OneOrMany<string>
  service?: OneOrMany<string>
  request_id?: OneOrMany<string>
  client_request_id?: OneOrMany<string>
}

/** Why `auditLog.list` can be refused. */
export type AuditLogListReason = CommonReason
/** List audit records: who changed what, and when. GET /v1/audit-log; needs audit-log:read. */
export function list(client: Caller, query: AuditEntryListQuery = {}, options: RequestOptions = {}): ListPromise<AuditEntry, AuditLogListReason> {
  return client.list({ method: 'GET', path: '/v1/audit-log', query }, options)
}

/** The operations of `auditLog` with a client. */
export class AuditLogApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List audit records: who changed what, and when. GET /v1/audit-log; needs audit-log:read. */
  list(query: AuditEntryListQuery = {}, options: RequestOptions = {}): ListPromise<AuditEntry, AuditLogListReason> {
    return list(this.#client, query, options)
  }}
