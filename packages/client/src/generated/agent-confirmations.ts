// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface AgentConfirmation {
  /** The id of the agent confirmation. */
  id: string
  /** Who is asked; null for a key’s proposal: then whoever may make the change themselves. */
  user_id: string | null
  /** Where the proposal stands; only a `pending` one can be confirmed or declined. */
  status: 'pending' | 'running' | 'finished' | 'failed' | 'declined' | 'expired'
  /** The operationId of the call. */
  operation: string
  /** What the operation does, in the words of its declaration. */
  action: string
  /** The change in words, made from the call itself. */
  summary: string
  /** What the call would change, as the server has found out. */
  impact: {
    /** The objects that the call names in its path. */
    objects: ({
      /** The id of the object, as the path names it. */
      id: string
      /** The name or title by which people know the object. */
      name: string
      /** The version that was seen; sent as If-Match. */
      version: number | null
    })[]
    /** How many people it reaches; null if that is not known. */
    people: number | null
    /** The largest amount that the call names or moves; null without one. */
    money: {
      /** In minor units of the currency. */
      amount: number
      /** Null where the call names none. */
      currency: string | null
    } | null
    /** Some of these people. */
    sample: string[]
    /** Whether what follows leaves the school, such as a message or a payment back. */
    outward: boolean
    /** Whether it deletes something. */
    removes: boolean
    /** The answer of the dry run as JSON, where there is one. */
    dry_run: string | null
  }
  /** The words of who proposes. Nobody has checked them. */
  said: {
    /** What the proposer says that the call does. */
    action: string
    /** How the proposer sums up the change. */
    summary: string
    /** What the proposer says that follows from it. */
    impact: string
  } | null
  /** The HTTP method of the call. */
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path of the call. */
  path: string
  /** The body of the call, as JSON. */
  body: string | null
  /** SHA-256 of method, path and body: what is confirmed, and nothing else. */
  hash: string
  /** The number to type with yes: how many people it reaches, above 100, or of how many that is known where it reaches more; or the amount, in minor units, above agent.typed_above of the settings. */
  typed_number: number | null
  /** Whether the agent in the chat or an agent key proposed it. */
  proposer: 'chat' | 'key'
  /** The message of the dialogue that proposed it. */
  message_id: string | null
  /** The time until which it can be confirmed. */
  expires_at: string
  /** When the agent confirmation was answered; null if it has not been. */
  answered_at: string | null
  /** The person who confirmed or declined it; null if nobody has. */
  answered_by_user_id: string | null
  /** The outcome of the call; null before. */
  result: {
    /** The HTTP status of the call; 0 if its outcome is unknown. */
    status: number
    /** The reason of the error, to branch on; null for a success. */
    reason: string | null
    /** The message of the error, for people; null for a success. */
    message: string | null
    /** The id of the object that the call created or changed; null for none. */
    object_id: string | null
  } | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the agent confirmation was created. */
  created_at: string
  /** When the agent confirmation last changed. */
  updated_at: string
}

export interface AgentConfirmationAnswerRequest {
  /** `yes` makes the change, `no` declines it. */
  answer: 'yes' | 'no'
  /** The number that typed_number asks for. */
  number?: number
  /** Others with the same answer. Default: `[]`. */
  also?: string[]
}

export interface AgentConfirmationProposeRequest {
  /** The HTTP method of the call. */
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path of the call, with its ids: /v1/orders/ord_…/cancel. */
  path: string
  /** The body of the call. At most 32000 characters as JSON. */
  body?: Record<string, unknown>
  /** What the proposer says that the call does. Default: `""`. */
  action?: string
  /** Your own words. They are shown apart, as not checked. Default: `""`. */
  summary?: string
  /** Your own words. They are shown apart, as not checked. Default: `""`. */
  impact?: string
}

export type AgentConfirmationSort = 'created_at' | '-created_at'
/** The query of the list of AgentConfirmation. */
export interface AgentConfirmationListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<AgentConfirmationSort>
  user_id?: OneOrMany<string>
  status?: OneOrMany<'pending' | 'running' | 'finished' | 'failed' | 'declined' | 'expired'>
  method?: OneOrMany<'POST' | 'PUT' | 'PATCH' | 'DELETE'>
  proposer?: OneOrMany<'chat' | 'key'>
  message_id?: OneOrMany<string>
  expires_at?: TimeFilter
  answered_at?: TimeFilter
  answered_by_user_id?: OneOrMany<string>
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `agentConfirmations.list` can be refused. */
export type AgentConfirmationsListReason = CommonReason
/** List proposed changes that await your confirmation; filter by status for others. GET /v1/agent/confirmations; needs agent:read. */
export function list(client: Caller, query: AgentConfirmationListQuery = {}, options: RequestOptions = {}): ListPromise<AgentConfirmation, AgentConfirmationsListReason> {
  return client.list({ method: 'GET', path: '/v1/agent/confirmations', query }, options)
}

/** Why `agentConfirmations.propose` can be refused. */
export type AgentConfirmationsProposeReason = CommonReason | 'proposal_unknown' | 'proposal_forbidden' | 'proposal_invalid' | 'proposal_beyond_rights' | 'confirmations_limit_reached'
/** Propose a change for a person to confirm; summary and impact are derived from the call. POST /v1/agent/confirmations; needs agent:write. */
export function propose(client: Caller, body: AgentConfirmationProposeRequest, options: RequestOptions = {}): ApiPromise<AgentConfirmation, AgentConfirmationsProposeReason> {
  return client.call({ method: 'POST', path: '/v1/agent/confirmations', body }, options)
}

/** Why `agentConfirmations.get` can be refused. */
export type AgentConfirmationsGetReason = CommonReason
/** Get a proposed change with its impact and its outcome. GET /v1/agent/confirmations/{id}; needs agent:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<AgentConfirmation, AgentConfirmationsGetReason> {
  return client.call({ method: 'GET', path: `/v1/agent/confirmations/${encodeURIComponent(id)}` }, options)
}

/** Why `agentConfirmations.answer` can be refused. */
export type AgentConfirmationsAnswerReason = CommonReason | 'answer_of_person' | 'proposal_beyond_rights' | 'confirmation_answered' | 'confirmation_expired' | 'confirmation_stale' | 'number_untyped' | 'also_unknown' | 'outcome_unknown'
/** Confirm or decline a proposed change; a confirmed one is made once. POST /v1/agent/confirmations/{id}; needs agent:write. */
export function answer(client: Caller, id: string, body: AgentConfirmationAnswerRequest, options: RequestOptions = {}): ApiPromise<AgentConfirmation, AgentConfirmationsAnswerReason> {
  return client.call({ method: 'POST', path: `/v1/agent/confirmations/${encodeURIComponent(id)}`, body }, options)
}

/** The operations of `agentConfirmations` with a client. */
export class AgentConfirmationsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List proposed changes that await your confirmation; filter by status for others. GET /v1/agent/confirmations; needs agent:read. */
  list(query: AgentConfirmationListQuery = {}, options: RequestOptions = {}): ListPromise<AgentConfirmation, AgentConfirmationsListReason> {
    return list(this.#client, query, options)
  }
  /** Propose a change for a person to confirm; summary and impact are derived from the call. POST /v1/agent/confirmations; needs agent:write. */
  propose(body: AgentConfirmationProposeRequest, options: RequestOptions = {}): ApiPromise<AgentConfirmation, AgentConfirmationsProposeReason> {
    return propose(this.#client, body, options)
  }
  /** Get a proposed change with its impact and its outcome. GET /v1/agent/confirmations/{id}; needs agent:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<AgentConfirmation, AgentConfirmationsGetReason> {
    return get(this.#client, id, options)
  }
  /** Confirm or decline a proposed change; a confirmed one is made once. POST /v1/agent/confirmations/{id}; needs agent:write. */
  answer(id: string, body: AgentConfirmationAnswerRequest, options: RequestOptions = {}): ApiPromise<AgentConfirmation, AgentConfirmationsAnswerReason> {
    return answer(this.#client, id, body, options)
  }}
