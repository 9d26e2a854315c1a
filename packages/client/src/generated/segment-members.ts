// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { User } from './users.ts'

export interface SegmentMember {
  /** The same as user_id, which identifies the membership within its segment. */
  id: string
  /** The id of the user. */
  user_id: string
  /** The id of the segment. */
  segment_id: string
  /** When the person became a member, the last time. */
  entered_at: string
}

export type SegmentMemberSort = 'entered_at' | '-entered_at'
export type SegmentMemberExpand = 'user'
/** An item of the list with the relations of `expand`. */
export type SegmentMemberWith<E extends SegmentMemberExpand = never> = SegmentMember &
  ('user' extends E ? { user: User | null } : unknown)
/** The query of the list of SegmentMember. */
export interface SegmentMemberListQuery<E extends SegmentMemberExpand = SegmentMemberExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<SegmentMemberSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  user_id?: OneOrMany<string>
  segment_id?: OneOrMany<string>
  entered_at?: TimeFilter
}

/** Why `segmentMembers.list` can be refused. */
export type SegmentMembersListReason = CommonReason
/** List the people who are in a segment now. GET /v1/segments/{id}/members; needs segments:read. */
export function list<const E extends SegmentMemberExpand = never>(client: Caller, id: string, query: SegmentMemberListQuery<E> = {}, options: RequestOptions = {}): ListPromise<SegmentMemberWith<E>, SegmentMembersListReason> {
  return client.list({ method: 'GET', path: `/v1/segments/${encodeURIComponent(id)}/members`, query }, options)
}

/** The operations of `segmentMembers` with a client. */
export class SegmentMembersApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the people who are in a segment now. GET /v1/segments/{id}/members; needs segments:read. */
  list<const E extends SegmentMemberExpand = never>(id: string, query: SegmentMemberListQuery<E> = {}, options: RequestOptions = {}): ListPromise<SegmentMemberWith<E>, SegmentMembersListReason> {
    return list(this.#client, id, query, options)
  }}
