// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'
import type { User } from './users.ts'

export interface PersonAnonymizeResult {
  /** The id of the user. */
  id: string
  /** When the user was anonymized. */
  anonymized_at: string
  /** The ids whose records were erased: the person, and the duplicates merged into them. */
  people: string[]
  /** What was erased, what is kept, and why. */
  areas: ({
    /** The service that has the data. */
    service: string
    /** The kind of data: orders, tags. */
    what: string
    /** The number of objects that the person has. */
    count: number
    /** What an anonymization erases. */
    erased: string | null
    /** What an anonymization keeps. */
    kept: string | null
    /** Why it is kept. */
    why: string | null
    /** When what is kept ends by itself; null if it stays with the data of the school. */
    expires_at: string | null
    /** Whether the erasure is finished. Otherwise the service does it on the event, within minutes. */
    finished: boolean
  })[]
}

export interface PersonMergeRequest {
  /** The duplicate. */
  user_id: string
  /** Only previews the merge; nothing changes. Default: `false`. */
  dry_run?: boolean
}

export interface PersonMergeResult {
  /** The person who stays. */
  id: string
  /** The duplicate. It is deleted, and its merged_into is the person who stays. */
  merged_id: string
  /** Whether the answer only shows what the merge would do. */
  dry_run: boolean
  /** The person who stays, after the merge. */
  user: User
  /** Fields that both persons had set: the person who stays keeps their own value. */
  conflicts: string[]
  /** The data that move in every service; services other than users move theirs on the event, within moments. */
  moves: {
    /** The service that has the data. */
    service: string
    /** The kind of data: orders, tags. */
    what: string
    /** The number of objects that the person has. */
    count: number
    /** What a merge does with them. */
    on_merge: string
    /** Whether the data do not move to the person who stays, because the caller may not give them. */
    dropped: boolean
  }[]
}

/** Why `persons.merge` can be refused. */
export type PersonsMergeReason = CommonReason | 'user_merged_into_itself' | 'user_unknown' | 'merge_beyond_caller' | 'user_deleted' | 'role_above_own' | 'last_owner' | 'custom_fields_too_large'
/** Merge a duplicate into this person; dry_run previews the merge without a change. POST /v1/users/{id}/merge; needs users:write. */
export function merge(client: Caller, id: string, body: PersonMergeRequest, options: RequestOptions = {}): ApiPromise<PersonMergeResult, PersonsMergeReason> {
  return client.call({ method: 'POST', path: `/v1/users/${encodeURIComponent(id)}/merge`, body }, options)
}

/** Why `persons.anonymize` can be refused. */
export type PersonsAnonymizeReason = CommonReason | 'user_anonymized' | 'role_above_own' | 'last_owner'
/** Erase the personal data of a person irrevocably; answers with a receipt. POST /v1/users/{id}/anonymize; needs users:write. */
export function anonymize(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<PersonAnonymizeResult, PersonsAnonymizeReason> {
  return client.call({ method: 'POST', path: `/v1/users/${encodeURIComponent(id)}/anonymize` }, options)
}

/** The operations of `persons` with a client. */
export class PersonsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Merge a duplicate into this person; dry_run previews the merge without a change. POST /v1/users/{id}/merge; needs users:write. */
  merge(id: string, body: PersonMergeRequest, options: RequestOptions = {}): ApiPromise<PersonMergeResult, PersonsMergeReason> {
    return merge(this.#client, id, body, options)
  }
  /** Erase the personal data of a person irrevocably; answers with a receipt. POST /v1/users/{id}/anonymize; needs users:write. */
  anonymize(id: string, options: RequestOptions = {}): ApiPromise<PersonAnonymizeResult, PersonsAnonymizeReason> {
    return anonymize(this.#client, id, options)
  }}
