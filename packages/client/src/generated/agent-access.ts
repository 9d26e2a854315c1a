// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface AgentAccess {
  /** The id of the access to the agent. */
  id: string
  /** The person that it is open to; null for a role. */
  user_id: string | null
  /** The role that it is open to; null for a person. */
  role: 'administrator' | 'manager' | null
  /** Whether the person or role may use the agent. */
  open: boolean
  /** A note of the owner on the decision. */
  note: string
  /** The time until which the agent is open; null for no end. */
  expires_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the access to the agent was created. */
  created_at: string
  /** When the access to the agent last changed. */
  updated_at: string
}

export interface AgentAccessCloseRequest {
  /** The person. */
  userId: string
}

export interface AgentAccessOpenRequest {
  /** The person. */
  userId: string
  /** A note of the owner on the decision. Default: `""`. */
  note?: string
  /** Until when; null for no end. Default: `null`. */
  expires_at?: string | null
}

export interface AgentAccessUpdate {
  /** The person whose access changes. */
  userId?: string
  /** The role to change the access of, in place of a person. */
  role?: 'administrator' | 'manager'
  /** A role without an access is opened by true. */
  open?: boolean
  /** A note of the owner on the decision. */
  note?: string
  /** Until when; null for no end. */
  expires_at?: string | null
}

export interface DeletedAgentAccess {
  /** The id of the access to the agent. */
  id: string
  /** Always true: the access to the agent was deleted. */
  deleted: true
}

export type AgentAccessSort = 'created_at' | '-created_at'
/** The query of the list of AgentAccess. */
export interface AgentAccessListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<AgentAccessSort>
  user_id?: OneOrMany<string>
  role?: OneOrMany<'administrator' | 'manager'>
  open?: OneOrMany<boolean>
  expires_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `agentAccess.list` can be refused. */
export type AgentAccessListReason = CommonReason
/** List the roles and people that may use the agent; owners always may. GET /v1/agent/access; needs agent-access:read. */
export function list(client: Caller, query: AgentAccessListQuery = {}, options: RequestOptions = {}): ListPromise<AgentAccess, AgentAccessListReason> {
  return client.list({ method: 'GET', path: '/v1/agent/access', query }, options)
}

/** Why `agentAccess.open` can be refused. */
export type AgentAccessOpenReason = CommonReason | 'agent_of_owner' | 'agent_access_taken' | 'agent_user_invalid' | 'agent_term_past' | 'agent_accesses_limit_reached'
/** Give an administrator or a manager access to the agent. POST /v1/agent/access; needs agent-access:write. */
export function open(client: Caller, body: AgentAccessOpenRequest, options: RequestOptions = {}): ApiPromise<AgentAccess, AgentAccessOpenReason> {
  return client.call({ method: 'POST', path: '/v1/agent/access', body }, options)
}

/** Why `agentAccess.update` can be refused. */
export type AgentAccessUpdateReason = CommonReason | 'agent_of_owner' | 'agent_access_unknown' | 'agent_term_past'
/** Give or take a role's access to the agent, or change the term or note of an access. PATCH /v1/agent/access; needs agent-access:write. */
export function update(client: Caller, body: AgentAccessUpdate, options: RequestOptions = {}): ApiPromise<AgentAccess, AgentAccessUpdateReason> {
  return client.call({ method: 'PATCH', path: '/v1/agent/access', body }, options)
}

/** Why `agentAccess.close` can be refused. */
export type AgentAccessCloseReason = CommonReason | 'agent_of_owner' | 'agent_access_unknown'
/** Take a person's access to the agent; running dialogues end within a second. DELETE /v1/agent/access; needs agent-access:write. */
export function close(client: Caller, body: AgentAccessCloseRequest, options: RequestOptions = {}): ApiPromise<DeletedAgentAccess, AgentAccessCloseReason> {
  return client.call({ method: 'DELETE', path: '/v1/agent/access', body }, options)
}

/** The operations of `agentAccess` with a client. */
export class AgentAccessApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the roles and people that may use the agent; owners always may. GET /v1/agent/access; needs agent-access:read. */
  list(query: AgentAccessListQuery = {}, options: RequestOptions = {}): ListPromise<AgentAccess, AgentAccessListReason> {
    return list(this.#client, query, options)
  }
  /** Give an administrator or a manager access to the agent. POST /v1/agent/access; needs agent-access:write. */
  open(body: AgentAccessOpenRequest, options: RequestOptions = {}): ApiPromise<AgentAccess, AgentAccessOpenReason> {
    return open(this.#client, body, options)
  }
  /** Give or take a role's access to the agent, or change the term or note of an access. PATCH /v1/agent/access; needs agent-access:write. */
  update(body: AgentAccessUpdate, options: RequestOptions = {}): ApiPromise<AgentAccess, AgentAccessUpdateReason> {
    return update(this.#client, body, options)
  }
  /** Take a person's access to the agent; running dialogues end within a second. DELETE /v1/agent/access; needs agent-access:write. */
  close(body: AgentAccessCloseRequest, options: RequestOptions = {}): ApiPromise<DeletedAgentAccess, AgentAccessCloseReason> {
    return close(this.#client, body, options)
  }}
