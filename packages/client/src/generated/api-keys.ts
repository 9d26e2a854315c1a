// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface ApiKey {
  /** The id of the API key. */
  id: string
  /** What tells the keys of the school apart in lists and in the audit log. */
  name: string
  /** `integration` belongs to the school, `personal` to a person, `agent` to an AI agent; a `publishable` key may stand in web pages. */
  kind: 'integration' | 'personal' | 'agent' | 'publishable'
  /** The role whose permissions the key has at most. */
  role: 'owner' | 'administrator' | 'manager' | 'curator' | 'student'
  /** Permissions that limit those of the role, such as `orders:read`; `*` stands for all. */
  scope: string[]
  /** The person of a personal key. */
  user_id: string | null
  /** Addresses and networks from which the key works; null for everywhere. */
  allowed_networks: string[] | null
  /** The last four characters of the value, to tell keys apart. */
  hint: string
  /** When the API key expires; null if it does not expire. */
  expires_at: string | null
  /** When the API key was revoked; null if it has not been. */
  revoked_at: string | null
  /** When the key was last used, to the minute; null for never. */
  last_used_at: string | null
  /** Until when the value before the last rotation also works; null before the first rotation. */
  previous_expires_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the API key was created. */
  created_at: string
  /** When the API key last changed. */
  updated_at: string
}

export interface ApiKeyIssueRequest {
  /** What tells the keys of the school apart in lists and in the audit log. */
  name: string
  /** `integration` belongs to the school, `personal` to a person, `agent` to an AI agent; a `publishable` key may stand in web pages. */
  kind: 'integration' | 'personal' | 'agent' | 'publishable'
  /** The role whose permissions the key has at most. */
  role: 'owner' | 'administrator' | 'manager' | 'curator' | 'student'
  /** Permissions that limit those of the role, such as `orders:read`; `*` stands for all. Default: `["*"]`. */
  scope?: string[]
  /** The person of a personal key. Default: `null`. */
  user_id?: string | null
  /** The networks that it may be used from; null for all. Default: those of the issuing key. */
  allowed_networks?: string[] | null
  /** When it expires; null for never. Default: as the issuing key. */
  expires_at?: string | null
}

export interface ApiKeyIssueResult {
  /** The id of the API key. */
  id: string
  /** What tells the keys of the school apart in lists and in the audit log. */
  name: string
  /** `integration` belongs to the school, `personal` to a person, `agent` to an AI agent; a `publishable` key may stand in web pages. */
  kind: 'integration' | 'personal' | 'agent' | 'publishable'
  /** The role whose permissions the key has at most. */
  role: 'owner' | 'administrator' | 'manager' | 'curator' | 'student'
  /** Permissions that limit those of the role, such as `orders:read`; `*` stands for all. */
  scope: string[]
  /** The person of a personal key. */
  user_id: string | null
  /** Addresses and networks from which the key works; null for everywhere. */
  allowed_networks: string[] | null
  /** The last four characters of the value, to tell keys apart. */
  hint: string
  /** When the API key expires; null if it does not expire. */
  expires_at: string | null
  /** When the API key was revoked; null if it has not been. */
  revoked_at: string | null
  /** When the key was last used, to the minute; null for never. */
  last_used_at: string | null
  /** Until when the value before the last rotation also works; null before the first rotation. */
  previous_expires_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the API key was created. */
  created_at: string
  /** When the API key last changed. */
  updated_at: string
  /** The value of the key. Shown only once; only its hash is stored. */
  api_key: string
}

export interface ApiKeyUpdate {
  /** What tells the keys of the school apart in lists and in the audit log. */
  name?: string
  /** Permissions that limit those of the role, such as `orders:read`; `*` stands for all. */
  scope?: string[]
  /** Addresses and networks from which the key works; null for everywhere. */
  allowed_networks?: string[] | null
  /** When the API key expires; null if it does not expire. */
  expires_at?: string | null
  /** Creates a new value, shown in api_key. The present one also works for overlap_seconds. A value that still worked after an earlier rotation stops at once. */
  rotate?: {
    /** Seconds for which the present value works beside the new one. Default: `86400`. */
    overlap_seconds?: number
  }
}

export interface ApiKeyUpdateResult {
  /** The id of the API key. */
  id: string
  /** What tells the keys of the school apart in lists and in the audit log. */
  name: string
  /** `integration` belongs to the school, `personal` to a person, `agent` to an AI agent; a `publishable` key may stand in web pages. */
  kind: 'integration' | 'personal' | 'agent' | 'publishable'
  /** The role whose permissions the key has at most. */
  role: 'owner' | 'administrator' | 'manager' | 'curator' | 'student'
  /** Permissions that limit those of the role, such as `orders:read`; `*` stands for all. */
  scope: string[]
  /** The person of a personal key. */
  user_id: string | null
  /** Addresses and networks from which the key works; null for everywhere. */
  allowed_networks: string[] | null
  /** The last four characters of the value, to tell keys apart. */
  hint: string
  /** When the API key expires; null if it does not expire. */
  expires_at: string | null
  /** When the API key was revoked; null if it has not been. */
  revoked_at: string | null
  /** When the key was last used, to the minute; null for never. */
  last_used_at: string | null
  /** Until when the value before the last rotation also works; null before the first rotation. */
  previous_expires_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the API key was created. */
  created_at: string
  /** When the API key last changed. */
  updated_at: string
  /** The new value, after a rotation. Shown only once. */
  api_key?: string
}

export interface DeletedApiKey {
  /** The id of the API key. */
  id: string
  /** Always true: the API key was deleted. */
  deleted: true
}

export type ApiKeySort = 'created_at' | '-created_at' | 'name' | '-name'
/** The query of the list of ApiKey. */
export interface ApiKeyListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<ApiKeySort>
  kind?: OneOrMany<'integration' | 'personal' | 'agent' | 'publishable'>
  role?: OneOrMany<'owner' | 'administrator' | 'manager' | 'curator' | 'student'>
  user_id?: OneOrMany<string>
  expires_at?: TimeFilter
  revoked_at?: TimeFilter
  last_used_at?: TimeFilter
  previous_expires_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `apiKeys.list` can be refused. */
export type ApiKeysListReason = CommonReason
/** List keys: name, role, kind, last use. GET /v1/api-keys; needs api-keys:read. */
export function list(client: Caller, query: ApiKeyListQuery = {}, options: RequestOptions = {}): ListPromise<ApiKey, ApiKeysListReason> {
  return client.list({ method: 'GET', path: '/v1/api-keys', query }, options)
}

/** Why `apiKeys.issue` can be refused. */
export type ApiKeysIssueReason = CommonReason | 'key_beyond_issuer' | 'key_outlives_issuer' | 'key_networks_beyond_issuer' | 'key_user_mismatch' | 'key_user_unknown' | 'key_expiry_past' | 'keys_limit_reached'
/** Issue a key; only this answer shows its value. POST /v1/api-keys; needs api-keys:write. */
export function issue(client: Caller, body: ApiKeyIssueRequest, options: RequestOptions = {}): ApiPromise<ApiKeyIssueResult, ApiKeysIssueReason> {
  return client.call({ method: 'POST', path: '/v1/api-keys', body }, options)
}

/** Why `apiKeys.get` can be refused. */
export type ApiKeysGetReason = CommonReason
/** Get a key. GET /v1/api-keys/{id}; needs api-keys:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<ApiKey, ApiKeysGetReason> {
  return client.call({ method: 'GET', path: `/v1/api-keys/${encodeURIComponent(id)}` }, options)
}

/** Why `apiKeys.update` can be refused. */
export type ApiKeysUpdateReason = CommonReason | 'key_beyond_issuer' | 'key_outlives_issuer' | 'key_networks_beyond_issuer' | 'key_user_unknown' | 'key_expiry_past' | 'key_ended' | 'key_revoked'
/** Rename a key, narrow its scope, change its expiry or networks, rotate its value. PATCH /v1/api-keys/{id}; needs api-keys:write. */
export function update(client: Caller, id: string, body: ApiKeyUpdate = {}, options: RequestOptions = {}): ApiPromise<ApiKeyUpdateResult, ApiKeysUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/api-keys/${encodeURIComponent(id)}`, body }, options)
}

/** Why `apiKeys.revoke` can be refused. */
export type ApiKeysRevokeReason = CommonReason | 'key_beyond_issuer' | 'key_outlives_issuer' | 'key_networks_beyond_issuer'
/** Revoke a key; it stops working everywhere within a second. DELETE /v1/api-keys/{id}; needs api-keys:write. */
export function revoke(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedApiKey, ApiKeysRevokeReason> {
  return client.call({ method: 'DELETE', path: `/v1/api-keys/${encodeURIComponent(id)}` }, options)
}

/** The operations of `apiKeys` with a client. */
export class ApiKeysApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List keys: name, role, kind, last use. GET /v1/api-keys; needs api-keys:read. */
  list(query: ApiKeyListQuery = {}, options: RequestOptions = {}): ListPromise<ApiKey, ApiKeysListReason> {
    return list(this.#client, query, options)
  }
  /** Issue a key; only this answer shows its value. POST /v1/api-keys; needs api-keys:write. */
  issue(body: ApiKeyIssueRequest, options: RequestOptions = {}): ApiPromise<ApiKeyIssueResult, ApiKeysIssueReason> {
    return issue(this.#client, body, options)
  }
  /** Get a key. GET /v1/api-keys/{id}; needs api-keys:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<ApiKey, ApiKeysGetReason> {
    return get(this.#client, id, options)
  }
  /** Rename a key, narrow its scope, change its expiry or networks, rotate its value. PATCH /v1/api-keys/{id}; needs api-keys:write. */
  update(id: string, body: ApiKeyUpdate = {}, options: RequestOptions = {}): ApiPromise<ApiKeyUpdateResult, ApiKeysUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Revoke a key; it stops working everywhere within a second. DELETE /v1/api-keys/{id}; needs api-keys:write. */
  revoke(id: string, options: RequestOptions = {}): ApiPromise<DeletedApiKey, ApiKeysRevokeReason> {
    return revoke(this.#client, id, options)
  }}
