// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { ScenarioRun } from './scenarios.ts'

export interface ScenarioRunTraceResult {
  /** The place in the trace. */
  id: string
  /** The name of the node in its graph. */
  node: string
  /** The kind of the node. */
  kind: string
  /** When the person came to the node. */
  entered_at: string
  /** When the person left the node; null where the run is. */
  left_at: string | null
  /** The exit that it took: next, yes, branches.1.next; exit where the run was ended. */
  exit: string | null
  /** What became of the effect, or of the wait; of a message, its present status. */
  outcome: string | null
  /** Why: of a skipped effect, of a condition. */
  reason: string | null
  /** The key under which the effect was carried out, once. */
  effect_key: string | null
  /** What the effect made: messages, tasks, notes, accesses. */
  ids: string[]
  /** The id of the request, to look it up. */
  request_id: string | null
}

export type ScenarioRunSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
/** The query of the list of ScenarioRun. */
export interface ScenarioRunListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<ScenarioRunSort>
  scenario_id?: OneOrMany<string>
  user_id?: OneOrMany<string>
  status?: OneOrMany<'active' | 'waiting' | 'finished' | 'closed' | 'failed'>
  reason?: OneOrMany<'end' | 'goal' | 'exit' | 'stopped' | 'left' | 'merged' | 'erased' | 'failed'>
  test?: OneOrMany<boolean>
  finished_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** The query of the list of ScenarioRunTrace. */
export interface ScenarioRunTraceListQuery extends PageQuery {
  entered_at?: TimeFilter
  left_at?: TimeFilter
}

/** Why `scenarioRuns.list` can be refused. */
export type ScenarioRunsListReason = CommonReason
/** List runs of people through scenarios. GET /v1/scenario-runs; needs scenario-runs:read. */
export function list(client: Caller, query: ScenarioRunListQuery = {}, options: RequestOptions = {}): ListPromise<ScenarioRun, ScenarioRunsListReason> {
  return client.list({ method: 'GET', path: '/v1/scenario-runs', query }, options)
}

/** Why `scenarioRuns.stop` can be refused. */
export type ScenarioRunsStopReason = CommonReason | 'run_over'
/** Stop a scenario run for good. POST /v1/scenario-runs/{id}/stop; needs scenario-runs:write. */
export function stop(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<ScenarioRun, ScenarioRunsStopReason> {
  return client.call({ method: 'POST', path: `/v1/scenario-runs/${encodeURIComponent(id)}/stop` }, options)
}

/** Why `scenarioRuns.trace` can be refused. */
export type ScenarioRunsTraceReason = CommonReason
/** List the nodes that a run passed in the last 400 days, with the outcome of each. GET /v1/scenario-runs/{id}/trace; needs scenario-runs:read. */
export function trace(client: Caller, id: string, query: ScenarioRunTraceListQuery = {}, options: RequestOptions = {}): ListPromise<ScenarioRunTraceResult, ScenarioRunsTraceReason> {
  return client.list({ method: 'GET', path: `/v1/scenario-runs/${encodeURIComponent(id)}/trace`, query }, options)
}

/** The operations of `scenarioRuns` with a client. */
export class ScenarioRunsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List runs of people through scenarios. GET /v1/scenario-runs; needs scenario-runs:read. */
  list(query: ScenarioRunListQuery = {}, options: RequestOptions = {}): ListPromise<ScenarioRun, ScenarioRunsListReason> {
    return list(this.#client, query, options)
  }
  /** Stop a scenario run for good. POST /v1/scenario-runs/{id}/stop; needs scenario-runs:write. */
  stop(id: string, options: RequestOptions = {}): ApiPromise<ScenarioRun, ScenarioRunsStopReason> {
    return stop(this.#client, id, options)
  }
  /** List the nodes that a run passed in the last 400 days, with the outcome of each. GET /v1/scenario-runs/{id}/trace; needs scenario-runs:read. */
  trace(id: string, query: ScenarioRunTraceListQuery = {}, options: RequestOptions = {}): ListPromise<ScenarioRunTraceResult, ScenarioRunsTraceReason> {
    return trace(this.#client, id, query, options)
  }}
