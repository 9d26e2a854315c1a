// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface AgentMessage {
  /** The id of the agent message. */
  id: string
  /** The id of the user. */
  user_id: string
  /** What the person asked. */
  message: string
  /** Plain text. A table has a line for each row, with tabs between its cells. */
  answer: string
  /** False where the agent could not do what was asked, and says what it can do. */
  understood: boolean
  /** Who answered: the built-in planner, or the model of the settings. */
  by: 'planner' | 'model'
  /** The calls behind the answer. */
  calls: {
    /** The operationId of the call. */
    operation: string
    /** The path with its query, as it was called. */
    path: string
    /** The HTTP status of the answer. */
    status: number
  }[]
  /** The changes that the agent proposes. */
  confirmation_ids: string[]
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the agent message was created. */
  created_at: string
  /** When the agent message last changed. */
  updated_at: string
}

export interface AgentMessageAskRequest {
  /** The question. With Accept: text/event-stream the answer comes in events: `began`, `call` for each call, `text` for each line as a model writes it, and last `answer`, which is what JSON gets, or `error`. */
  message: string
}

export type AgentMessageSort = 'created_at' | '-created_at'
/** The query of the list of AgentMessage. */
export interface AgentMessageListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<AgentMessageSort>
  user_id?: OneOrMany<string>
  understood?: OneOrMany<boolean>
  by?: OneOrMany<'planner' | 'model'>
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `agentChat.list` can be refused. */
export type AgentChatListReason = CommonReason
/** List your own dialogue with the agent. GET /v1/agent/chat; needs agent:read. */
export function list(client: Caller, query: AgentMessageListQuery = {}, options: RequestOptions = {}): ListPromise<AgentMessage, AgentChatListReason> {
  return client.list({ method: 'GET', path: '/v1/agent/chat', query }, options)
}

/** Why `agentChat.ask` can be refused. */
export type AgentChatAskReason = CommonReason | 'agent_closed' | 'agent_of_person' | 'agent_busy' | 'dialogues_limit_reached'
/** Send the agent a message; it reads by itself, and proposes changes for you to confirm. POST /v1/agent/chat; needs agent:write. */
export function ask(client: Caller, body: AgentMessageAskRequest, options: RequestOptions = {}): ApiPromise<AgentMessage, AgentChatAskReason> {
  return client.call({ method: 'POST', path: '/v1/agent/chat', body }, options)
}

/** The operations of `agentChat` with a client. */
export class AgentChatApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List your own dialogue with the agent. GET /v1/agent/chat; needs agent:read. */
  list(query: AgentMessageListQuery = {}, options: RequestOptions = {}): ListPromise<AgentMessage, AgentChatListReason> {
    return list(this.#client, query, options)
  }
  /** Send the agent a message; it reads by itself, and proposes changes for you to confirm. POST /v1/agent/chat; needs agent:write. */
  ask(body: AgentMessageAskRequest, options: RequestOptions = {}): ApiPromise<AgentMessage, AgentChatAskReason> {
    return ask(this.#client, body, options)
  }}
