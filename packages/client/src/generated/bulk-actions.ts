// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface BulkAction {
  /** The id of the bulk action. */
  id: string
  /** The segment whose members the action is for, as they are when it begins. */
  segment_id: string
  /** Each needs the permission of the same call for one person. */
  kind: 'grant_access' | 'revoke_access' | 'add_to_group' | 'remove_from_group' | 'add_tag' | 'remove_tag' | 'set_field' | 'send_mailing' | 'run_scenario'
  /** The course of grant_access and revoke_access; null for other kinds. */
  course_id: string | null
  /** The end of the access of grant_access; null for no end. */
  expires_at: string | null
  /** The days of the access of grant_access, in place of expires_at. */
  term_days: number | null
  /** The group of add_to_group and remove_from_group; null for other kinds. */
  group_id: string | null
  /** The tag of add_tag and remove_tag; null for other kinds. */
  tag_id: string | null
  /** The name of the own field of set_field; null for other kinds. */
  field: string | null
  /** What set_field writes into the field; null removes the value. */
  value: string | number | boolean | null
  /** For send_mailing: a draft, of which the segment gets the content. */
  mailing_id: string | null
  /** For run_scenario: an enabled scenario, which each person enters by its rules of re-entry. */
  scenario_id: string | null
  /** Nothing changes: the results say what would. */
  dry_run: boolean
  /** The state of the action; `running` until it has acted on every person. */
  status: 'queued' | 'running' | 'finished' | 'failed'
  /** What was done stays. caller_without_right: who ordered it may not do this any more. unavailable: a service was unavailable for too long. */
  failure: 'caller_without_right' | 'unavailable' | null
  /** The numbers of people, by what became of them. */
  counts: {
    /** The members of the segment when it began. */
    audience: number
    /** People whose turn has not come yet. */
    waiting: number
    /** People for whom it was done. */
    done: number
    /** What was asked for was so already. */
    unchanged: number
    /** People for whom it was refused; the results say why. */
    refused: number
  }
  /** The key or session that ordered it. The action has its rights at each moment. */
  key_id: string
  /** The person who ordered it; null for a key without one. */
  user_id: string | null
  /** When the bulk action finished; null if it has not. */
  finished_at: string | null
  /** The results by person, at most 1000, refusals first. A list has none. */
  results: ({
    /** The id of the user. */
    user_id: string
    /** What became of the person; `unchanged` if nothing was left to do. */
    outcome: 'waiting' | 'done' | 'unchanged' | 'refused'
    /** Why it was refused; null if it was not. */
    reason: 'user_unknown' | 'tag_unknown' | 'group_unknown' | 'tags_limit_reached' | 'term_past' | 'access_from_group' | 'custom_field_refused' | 'custom_fields_too_large' | 'scenario_unknown' | 'scenario_not_enabled' | 're_entry_refused' | 'too_many_entries' | null
  })[]
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the bulk action was created. */
  created_at: string
  /** When the bulk action last changed. */
  updated_at: string
}

export interface BulkActionCreate {
  /** The segment whose members the action is for, as they are when it begins. */
  segment_id: string
  /** Each needs the permission of the same call for one person. */
  kind: 'grant_access' | 'revoke_access' | 'add_to_group' | 'remove_from_group' | 'add_tag' | 'remove_tag' | 'set_field' | 'send_mailing' | 'run_scenario'
  /** The course of grant_access and revoke_access; null for other kinds. Default: `null`. */
  course_id?: string | null
  /** The end of the access of grant_access; null for no end. Default: `null`. */
  expires_at?: string | null
  /** The days of the access of grant_access, in place of expires_at. Default: `null`. */
  term_days?: number | null
  /** The group of add_to_group and remove_from_group; null for other kinds. Default: `null`. */
  group_id?: string | null
  /** The tag of add_tag and remove_tag; null for other kinds. Default: `null`. */
  tag_id?: string | null
  /** The name of the own field of set_field; null for other kinds. Default: `null`. */
  field?: string | null
  /** What set_field writes into the field; null removes the value. Default: `null`. */
  value?: string | number | boolean | null
  /** For send_mailing: a draft, of which the segment gets the content. Default: `null`. */
  mailing_id?: string | null
  /** For run_scenario: an enabled scenario, which each person enters by its rules of re-entry. Default: `null`. */
  scenario_id?: string | null
  /** Nothing changes: the results say what would. Default: `false`. */
  dry_run?: boolean
}

export type BulkActionSort = 'created_at' | '-created_at'
/** The query of the list of BulkAction. */
export interface BulkActionListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<BulkActionSort>
  segment_id?: OneOrMany<string>
  kind?: OneOrMany<'grant_access' | 'revoke_access' | 'add_to_group' | 'remove_from_group' | 'add_tag' | 'remove_tag' | 'set_field' | 'send_mailing' | 'run_scenario'>
  course_id?: OneOrMany<string>
  expires_at?: TimeFilter
  group_id?: OneOrMany<string>
  tag_id?: OneOrMany<string>
  mailing_id?: OneOrMany<string>
  scenario_id?: OneOrMany<string>
  dry_run?: OneOrMany<boolean>
  status?: OneOrMany<'queued' | 'running' | 'finished' | 'failed'>
  failure?: OneOrMany<'caller_without_right' | 'unavailable'>
  user_id?: OneOrMany<string>
  finished_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `bulkActions.list` can be refused. */
export type BulkActionsListReason = CommonReason
/** List bulk actions. GET /v1/bulk-actions; needs bulk-actions:read. */
export function list(client: Caller, query: BulkActionListQuery = {}, options: RequestOptions = {}): ListPromise<BulkAction, BulkActionsListReason> {
  return client.list({ method: 'GET', path: '/v1/bulk-actions', query }, options)
}

/** Why `bulkActions.create` can be refused. */
export type BulkActionsCreateReason = CommonReason | 'bulk_action_unclear' | 'bulk_segment_unknown' | 'bulk_mailing_unknown' | 'bulk_beyond_own' | 'subject_missing' | 'postal_address_missing' | 'bulk_actions_limit_reached'
/** Start a bulk action on all members of a segment: an access, a group, a tag, a field, a mailing or a scenario. POST /v1/bulk-actions; needs bulk-actions:write. */
export function create(client: Caller, body: BulkActionCreate, options: RequestOptions = {}): ApiPromise<BulkAction, BulkActionsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/bulk-actions', body }, options)
}

/** Why `bulkActions.get` can be refused. */
export type BulkActionsGetReason = CommonReason
/** Get a bulk action with its progress and the results by person. GET /v1/bulk-actions/{id}; needs bulk-actions:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<BulkAction, BulkActionsGetReason> {
  return client.call({ method: 'GET', path: `/v1/bulk-actions/${encodeURIComponent(id)}` }, options)
}

/** The operations of `bulkActions` with a client. */
export class BulkActionsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List bulk actions. GET /v1/bulk-actions; needs bulk-actions:read. */
  list(query: BulkActionListQuery = {}, options: RequestOptions = {}): ListPromise<BulkAction, BulkActionsListReason> {
    return list(this.#client, query, options)
  }
  /** Start a bulk action on all members of a segment: an access, a group, a tag, a field, a mailing or a scenario. POST /v1/bulk-actions; needs bulk-actions:write. */
  create(body: BulkActionCreate, options: RequestOptions = {}): ApiPromise<BulkAction, BulkActionsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a bulk action with its progress and the results by person. GET /v1/bulk-actions/{id}; needs bulk-actions:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<BulkAction, BulkActionsGetReason> {
    return get(this.#client, id, options)
  }}
