// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { User } from './users.ts'

export interface DeletedMember {
  /** The id of the user. */
  id: string
  /** Always true: the user was deleted. */
  deleted: true
}

export interface Member {
  /** The same as user_id, which identifies the membership within its group. */
  id: string
  /** The id of the user. */
  user_id: string
  /** The id of the group. */
  group_id: string
  /** How the person joined: manually, or by a paid order. */
  source: 'manual' | 'order'
  /** The order that gave the place. */
  order_id: string | null
  /** When the person joined. */
  created_at: string
}

export interface MemberAddRequest {
  /** The id of the user. */
  user_id?: string
  /** The ids of the users. */
  user_ids?: string[]
}

export interface MemberAddResult {
  /** The people who are members now and were not before. */
  added: string[]
  /** The people who were members before. */
  already_members: string[]
  /** Ids in user_ids that are no people of this school. */
  unknown: string[]
}

export type MemberSort = 'created_at' | '-created_at'
export type MemberExpand = 'user'
/** An item of the list with the relations of `expand`. */
export type MemberWith<E extends MemberExpand = never> = Member &
  ('user' extends E ? { user: User | null } : unknown)
/** The query of the list of Member. */
export interface MemberListQuery<E extends MemberExpand = MemberExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<MemberSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  user_id?: OneOrMany<string>
  group_id?: OneOrMany<string>
  source?: OneOrMany<'manual' | 'order'>
  order_id?: OneOrMany<string>
  created_at?: TimeFilter
}

/** Why `members.list` can be refused. */
export type MembersListReason = CommonReason
/** List the members of a group; students see only themselves. GET /v1/groups/{id}/members; needs groups:read. */
export function list<const E extends MemberExpand = never>(client: Caller, id: string, query: MemberListQuery<E> = {}, options: RequestOptions = {}): ListPromise<MemberWith<E>, MembersListReason> {
  return client.list({ method: 'GET', path: `/v1/groups/${encodeURIComponent(id)}/members`, query }, options)
}

/** Why `members.add` can be refused. */
export type MembersAddReason = CommonReason | 'user_unknown'
/** Add one member, or up to 10000 at once; blocked people may be added, deleted people may not. POST /v1/groups/{id}/members; needs groups:write. */
export function add(client: Caller, id: string, body: MemberAddRequest, options: RequestOptions = {}): ApiPromise<MemberAddResult, MembersAddReason> {
  return client.call({ method: 'POST', path: `/v1/groups/${encodeURIComponent(id)}/members`, body }, options)
}

/** Why `members.delete` can be refused. */
export type MembersDeleteReason = CommonReason
/** Remove a member; accesses from the group end. DELETE /v1/groups/{id}/members/{userId}; needs groups:write. */
function delete_(client: Caller, id: string, userId: string, options: RequestOptions = {}): ApiPromise<DeletedMember, MembersDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/groups/${encodeURIComponent(id)}/members/${encodeURIComponent(userId)}` }, options)
}

export { delete_ as delete }

/** The operations of `members` with a client. */
export class MembersApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the members of a group; students see only themselves. GET /v1/groups/{id}/members; needs groups:read. */
  list<const E extends MemberExpand = never>(id: string, query: MemberListQuery<E> = {}, options: RequestOptions = {}): ListPromise<MemberWith<E>, MembersListReason> {
    return list(this.#client, id, query, options)
  }
  /** Add one member, or up to 10000 at once; blocked people may be added, deleted people may not. POST /v1/groups/{id}/members; needs groups:write. */
  add(id: string, body: MemberAddRequest, options: RequestOptions = {}): ApiPromise<MemberAddResult, MembersAddReason> {
    return add(this.#client, id, body, options)
  }
  /** Remove a member; accesses from the group end. DELETE /v1/groups/{id}/members/{userId}; needs groups:write. */
  delete(id: string, userId: string, options: RequestOptions = {}): ApiPromise<DeletedMember, MembersDeleteReason> {
    return delete_(this.#client, id, userId, options)
  }}
