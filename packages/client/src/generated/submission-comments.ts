// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { EnrollmentUser } from './enrollments.ts'

export interface SubmissionComment {
  /** The id of the comment. */
  id: string
  /** The id of the submission. */
  submission_id: string
  /** The person who wrote it; null for a program. */
  author_id: string | null
  /** Whether a student or somebody of the school wrote it. */
  by: 'student' | 'school'
  /** What the comment says, as plain text. */
  text: string
  /** The ids of the files. */
  file_ids: string[]
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the comment was created. */
  created_at: string
  /** When the comment last changed. */
  updated_at: string
  /** Where students and curators fetch its files, for 15 minutes; null for others. */
  links: {
    /** The id of the file. */
    file_id: string
    /** Where the file is fetched, without a key, until `expires_at`. */
    url: string
    /** When it expires. */
    expires_at: string
  }[] | null
}

export interface SubmissionCommentCreate {
  /** What the comment says, as plain text. */
  text: string
  /** The ids of the files. Default: `[]`. */
  file_ids?: string[]
}

export interface SubmissionCommentedData {
  /** The id of the comment. */
  id: string
  /** The id of the submission. */
  submission_id: string
  /** The person who wrote it; null for a program. */
  author_id: string | null
  /** Whether a student or somebody of the school wrote it. */
  by: 'student' | 'school'
  /** What the comment says, as plain text. */
  text: string
  /** The ids of the files. */
  file_ids: string[]
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the comment was created. */
  created_at: string
  /** When the comment last changed. */
  updated_at: string
}

export type SubmissionCommentSort = 'created_at' | '-created_at'
export type SubmissionCommentExpand = 'author'
/** An item of the list with the relations of `expand`. */
export type SubmissionCommentWith<E extends SubmissionCommentExpand = never> = SubmissionComment &
  ('author' extends E ? { author: EnrollmentUser | null } : unknown)
/** The query of the list of SubmissionComment. */
export interface SubmissionCommentListQuery<E extends SubmissionCommentExpand = SubmissionCommentExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<SubmissionCommentSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  submission_id?: OneOrMany<string>
  author_id?: OneOrMany<string>
  by?: OneOrMany<'student' | 'school'>
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `submissionComments.list` can be refused. */
export type SubmissionCommentsListReason = CommonReason
/** List the comments on a submission. GET /v1/submissions/{id}/comments; needs submissions:read. */
export function list<const E extends SubmissionCommentExpand = never>(client: Caller, id: string, query: SubmissionCommentListQuery<E> = {}, options: RequestOptions = {}): ListPromise<SubmissionCommentWith<E>, SubmissionCommentsListReason> {
  return client.list({ method: 'GET', path: `/v1/submissions/${encodeURIComponent(id)}/comments`, query }, options)
}

/** Why `submissionComments.create` can be refused. */
export type SubmissionCommentsCreateReason = CommonReason | 'comments_limit_reached'
/** Comment on a submission. POST /v1/submissions/{id}/comments; needs submissions:write. */
export function create(client: Caller, id: string, body: SubmissionCommentCreate, options: RequestOptions = {}): ApiPromise<SubmissionCommentedData, SubmissionCommentsCreateReason> {
  return client.call({ method: 'POST', path: `/v1/submissions/${encodeURIComponent(id)}/comments`, body }, options)
}

/** The operations of `submissionComments` with a client. */
export class SubmissionCommentsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the comments on a submission. GET /v1/submissions/{id}/comments; needs submissions:read. */
  list<const E extends SubmissionCommentExpand = never>(id: string, query: SubmissionCommentListQuery<E> = {}, options: RequestOptions = {}): ListPromise<SubmissionCommentWith<E>, SubmissionCommentsListReason> {
    return list(this.#client, id, query, options)
  }
  /** Comment on a submission. POST /v1/submissions/{id}/comments; needs submissions:write. */
  create(id: string, body: SubmissionCommentCreate, options: RequestOptions = {}): ApiPromise<SubmissionCommentedData, SubmissionCommentsCreateReason> {
    return create(this.#client, id, body, options)
  }}
