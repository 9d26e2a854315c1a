// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { User } from './users.ts'

export interface DeletedGroup {
  /** The id of the group. */
  id: string
  /** Always true: the group was deleted. */
  deleted: true
}

export interface Group {
  /** The id of the group. */
  id: string
  /** Shown in lists and to the members of the group. */
  name: string
  /** What the group is for, for all who may read it; empty for nothing. */
  description: string
  /** The person who looks after the members, of role curator or above. */
  curator_id: string | null
  /** When the flow starts. A group with a start date is a flow. */
  starts_at: string | null
  /** When the flow ends: its lessons close to those who study in it. Null for never; it needs starts_at, and is later. */
  ends_at: string | null
  /** Courses that members may access, each once. Members have access while they are in the group, within seconds of a change. */
  course_ids: string[]
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the group was created. */
  created_at: string
  /** When the group last changed. */
  updated_at: string
}

export interface GroupCreate {
  /** Shown in lists and to the members of the group. */
  name: string
  /** What the group is for, for all who may read it; empty for nothing. Default: `""`. */
  description?: string
  /** The person who looks after the members, of role curator or above. Default: `null`. */
  curator_id?: string | null
  /** When the flow starts. A group with a start date is a flow. Default: `null`. */
  starts_at?: string | null
  /** When the flow ends: its lessons close to those who study in it. Null for never; it needs starts_at, and is later. Default: `null`. */
  ends_at?: string | null
  /** Courses that members may access, each once. Members have access while they are in the group, within seconds of a change. Default: `[]`. */
  course_ids?: string[]
}

export interface GroupUpdate {
  /** Shown in lists and to the members of the group. */
  name?: string
  /** What the group is for, for all who may read it; empty for nothing. */
  description?: string
  /** The person who looks after the members, of role curator or above. */
  curator_id?: string | null
  /** When the flow starts. A group with a start date is a flow. */
  starts_at?: string | null
  /** When the flow ends: its lessons close to those who study in it. Null for never; it needs starts_at, and is later. */
  ends_at?: string | null
  /** Courses that members may access, each once. Members have access while they are in the group, within seconds of a change. */
  course_ids?: string[]
}

export type GroupSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'name' | '-name'
export type GroupExpand = 'curator'
/** An item of the list with the relations of `expand`. */
export type GroupWith<E extends GroupExpand = never> = Group &
  ('curator' extends E ? { curator: User | null } : unknown)
/** The query of the list of Group. */
export interface GroupListQuery<E extends GroupExpand = GroupExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<GroupSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  /** Words to search for. */
  q?: string
  curator_id?: OneOrMany<string>
  starts_at?: TimeFilter
  ends_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  user_id?: OneOrMany<string>
  course_id?: OneOrMany<string>
}

/** Why `groups.list` can be refused. */
export type GroupsListReason = CommonReason
/** List groups and flows; curators see those assigned to them, students their own. GET /v1/groups; needs groups:read. */
export function list<const E extends GroupExpand = never>(client: Caller, query: GroupListQuery<E> = {}, options: RequestOptions = {}): ListPromise<GroupWith<E>, GroupsListReason> {
  return client.list({ method: 'GET', path: '/v1/groups', query }, options)
}

/** Why `groups.create` can be refused. */
export type GroupsCreateReason = CommonReason | 'curator_invalid' | 'flow_end_invalid' | 'groups_limit_reached'
/** Create a group, or a flow with a start date. POST /v1/groups; needs groups:write. */
export function create(client: Caller, body: GroupCreate, options: RequestOptions = {}): ApiPromise<Group, GroupsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/groups', body }, options)
}

/** Why `groups.get` can be refused. */
export type GroupsGetReason = CommonReason
/** Get a group. GET /v1/groups/{id}; needs groups:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Group, GroupsGetReason> {
  return client.call({ method: 'GET', path: `/v1/groups/${encodeURIComponent(id)}` }, options)
}

/** Why `groups.update` can be refused. */
export type GroupsUpdateReason = CommonReason | 'curator_invalid' | 'flow_end_invalid'
/** Change name, description, curator, flow start date or courses. PATCH /v1/groups/{id}; needs groups:write. */
export function update(client: Caller, id: string, body: GroupUpdate = {}, options: RequestOptions = {}): ApiPromise<Group, GroupsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/groups/${encodeURIComponent(id)}`, body }, options)
}

/** Why `groups.delete` can be refused. */
export type GroupsDeleteReason = CommonReason | 'group_not_empty'
/** Delete an empty group. DELETE /v1/groups/{id}; needs groups:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedGroup, GroupsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/groups/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `groups` with a client. */
export class GroupsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List groups and flows; curators see those assigned to them, students their own. GET /v1/groups; needs groups:read. */
  list<const E extends GroupExpand = never>(query: GroupListQuery<E> = {}, options: RequestOptions = {}): ListPromise<GroupWith<E>, GroupsListReason> {
    return list(this.#client, query, options)
  }
  /** Create a group, or a flow with a start date. POST /v1/groups; needs groups:write. */
  create(body: GroupCreate, options: RequestOptions = {}): ApiPromise<Group, GroupsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a group. GET /v1/groups/{id}; needs groups:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Group, GroupsGetReason> {
    return get(this.#client, id, options)
  }
  /** Change name, description, curator, flow start date or courses. PATCH /v1/groups/{id}; needs groups:write. */
  update(id: string, body: GroupUpdate = {}, options: RequestOptions = {}): ApiPromise<Group, GroupsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete an empty group. DELETE /v1/groups/{id}; needs groups:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedGroup, GroupsDeleteReason> {
    return delete_(this.#client, id, options)
  }}
