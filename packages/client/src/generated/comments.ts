// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { EnrollmentUser } from './enrollments.ts'
import type { LessonScheduleLesson } from './lesson-schedule.ts'
import type { ModuleCourse } from './modules.ts'

export interface Comment {
  /** The id of the comment. */
  id: string
  /** The id of the course. */
  course_id: string
  /** The lesson that the comment is under; null for the course itself. */
  lesson_id: string | null
  /** The comment to which it replies; null if it is no reply. */
  parent_id: string | null
  /** The person who wrote it; null for a program. */
  author_id: string | null
  /** Whether a student or somebody of the school wrote it. */
  by: 'student' | 'school'
  /** What the comment says, as plain text. */
  text: string
  /** People whom it addresses. */
  mention_ids: string[]
  /** hidden: of students, only its author sees it; nobody else sees the replies to it. */
  status: 'visible' | 'hidden'
  /** Whether it stands before the others. A reply is not pinned. */
  pinned: boolean
  /** The number of replies, hidden ones included. */
  replies: number
  /** When the comment was edited; null if it has not been. */
  edited_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the comment was created. */
  created_at: string
  /** When the comment last changed. */
  updated_at: string
}

export interface CommentCreate {
  /** The id of the lesson. */
  lesson_id?: string
  /** The id of the course. */
  course_id?: string
  /** A reply to a reply joins the replies to its comment. */
  parent_id?: string
  /** The student whose words staff passes on. By default the person who asks. Default: `null`. */
  author_id?: string | null
  /** What the comment says, as plain text. */
  text: string
  /** People whom it addresses. Default: `[]`. */
  mention_ids?: string[]
}

export interface CommentUpdate {
  /** What the comment says, as plain text. */
  text?: string
  /** People whom it addresses. */
  mention_ids?: string[]
  /** hidden: of students, only its author sees it; nobody else sees the replies to it. */
  status?: 'visible' | 'hidden'
  /** Whether it stands before the others. A reply is not pinned. */
  pinned?: boolean
}

export interface DeletedComment {
  /** The id of the comment. */
  id: string
  /** Always true: the comment was deleted. */
  deleted: true
}

export type CommentSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
export type CommentExpand = 'author' | 'course' | 'lesson'
/** An item of the list with the relations of `expand`. */
export type CommentWith<E extends CommentExpand = never> = Comment &
  ('author' extends E ? { author: EnrollmentUser | null } : unknown) &
  ('course' extends E ? { course: ModuleCourse | null } : unknown) &
  ('lesson' extends E ? { lesson: LessonScheduleLesson | null } : unknown)
/** The query of the list of Comment. */
export interface CommentListQuery<E extends CommentExpand = CommentExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<CommentSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  course_id?: OneOrMany<string>
  lesson_id?: OneOrMany<string>
  parent_id?: OneOrMany<string>
  author_id?: OneOrMany<string>
  by?: OneOrMany<'student' | 'school'>
  status?: OneOrMany<'visible' | 'hidden'>
  pinned?: OneOrMany<boolean>
  edited_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `comments.list` can be refused. */
export type CommentsListReason = CommonReason
/** List comments; students see those of lessons that are open to them, without hidden ones. GET /v1/comments; needs comments:read. */
export function list<const E extends CommentExpand = never>(client: Caller, query: CommentListQuery<E> = {}, options: RequestOptions = {}): ListPromise<CommentWith<E>, CommentsListReason> {
  return client.list({ method: 'GET', path: '/v1/comments', query }, options)
}

/** Why `comments.create` can be refused. */
export type CommentsCreateReason = CommonReason | 'comment_lesson_unknown' | 'comment_course_unknown' | 'comment_parent_unknown' | 'comment_author_unknown' | 'comment_mention_unknown' | 'comment_replies_limit_reached' | 'lesson_closed'
/** Write a comment under a lesson or course, or a reply to one. POST /v1/comments; needs comments:write. */
export function create(client: Caller, body: CommentCreate, options: RequestOptions = {}): ApiPromise<Comment, CommentsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/comments', body }, options)
}

/** Why `comments.get` can be refused. */
export type CommentsGetReason = CommonReason | 'lesson_closed'
/** Get a comment. GET /v1/comments/{id}; needs comments:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Comment, CommentsGetReason> {
  return client.call({ method: 'GET', path: `/v1/comments/${encodeURIComponent(id)}` }, options)
}

/** Why `comments.update` can be refused. */
export type CommentsUpdateReason = CommonReason | 'comment_of_other' | 'comment_unmoderated' | 'comment_mention_unknown' | 'reply_unpinnable' | 'comments_pinned_limit_reached' | 'lesson_closed'
/** Change the text of a comment; staff can hide, show and pin it. PATCH /v1/comments/{id}; needs comments:write. */
export function update(client: Caller, id: string, body: CommentUpdate = {}, options: RequestOptions = {}): ApiPromise<Comment, CommentsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/comments/${encodeURIComponent(id)}`, body }, options)
}

/** Why `comments.delete` can be refused. */
export type CommentsDeleteReason = CommonReason | 'comment_of_other' | 'comment_answered' | 'lesson_closed'
/** Delete a comment with the replies to it; students delete their own without replies. DELETE /v1/comments/{id}; needs comments:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedComment, CommentsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/comments/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `comments` with a client. */
export class CommentsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List comments; students see those of lessons that are open to them, without hidden ones. GET /v1/comments; needs comments:read. */
  list<const E extends CommentExpand = never>(query: CommentListQuery<E> = {}, options: RequestOptions = {}): ListPromise<CommentWith<E>, CommentsListReason> {
    return list(this.#client, query, options)
  }
  /** Write a comment under a lesson or course, or a reply to one. POST /v1/comments; needs comments:write. */
  create(body: CommentCreate, options: RequestOptions = {}): ApiPromise<Comment, CommentsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a comment. GET /v1/comments/{id}; needs comments:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Comment, CommentsGetReason> {
    return get(this.#client, id, options)
  }
  /** Change the text of a comment; staff can hide, show and pin it. PATCH /v1/comments/{id}; needs comments:write. */
  update(id: string, body: CommentUpdate = {}, options: RequestOptions = {}): ApiPromise<Comment, CommentsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a comment with the replies to it; students delete their own without replies. DELETE /v1/comments/{id}; needs comments:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedComment, CommentsDeleteReason> {
    return delete_(this.#client, id, options)
  }}
