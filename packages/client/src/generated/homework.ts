// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { EnrollmentUser } from './enrollments.ts'
import type { LessonScheduleLesson } from './lesson-schedule.ts'
import type { ModuleCourse } from './modules.ts'
import type { QuizAttemptSummary } from './quiz-attempts.ts'

export interface DeletedHomework {
  /** The id of the submission. */
  id: string
  /** false: it stays, as withdrawn. */
  deleted: boolean
}

export interface Homework {
  /** The id of the submission. */
  id: string
  /** The id of the assignment. */
  assignment_id: string
  /** The id of the lesson. */
  lesson_id: string
  /** The id of the course. */
  course_id: string
  /** The id of the enrollment. */
  enrollment_id: string
  /** The id of the user. */
  user_id: string
  /** The flow in which the person studied when it was sent; until the decision, the one in which they study. */
  group_id: string | null
  /** draft: seen by its student only. */
  status: 'draft' | 'submitted' | 'in_review' | 'returned' | 'accepted' | 'withdrawn'
  /** The number of attempts that were sent. */
  number: number
  /** The answer. */
  text: string
  /** The ids of the files of the answer, which are ready. */
  file_ids: string[]
  /** When the submission was sent; null if it has not been. */
  sent_at: string | null
  /** The time until which it was or is to be sent; null for none. */
  due_at: string | null
  /** Calendar days by which it was sent, or last changed, late, by the deadline that holds now; from its acceptance on, the one that held then. */
  days_late: number
  /** Who reviews it, or has reviewed it. */
  curator_id: string | null
  /** The end of the claim; null if it was assigned. */
  claim_expires_at: string | null
  /** The time until which it is to be reviewed; null if it needs no review. */
  review_due_at: string | null
  /** The score that counts, after a penalty for delay, in hundredths of a point. */
  score: number | null
  /** The score that the curator gave, before a penalty, in hundredths of a point. */
  given_score: number | null
  /** What the curator wrote with the last decision. */
  comment: string
  /** The criteria of the last decision, in the words and weights that the rubric had then; empty without a rubric. */
  criteria: {
    /** The key of the criterion. */
    key: string
    /** The title of the criterion. */
    title: string
    /** What it counts beside the other criteria: twice as much with twice the weight. */
    weight: number
    /** The level that the answer has reached. */
    level: {
      /** The key of the level. */
      key: string
      /** The name of the level. */
      title: string
      /** The share of the points of the criterion that the level earns. */
      percent: number
    }
    /** What the reviewer wrote about it; empty for nothing. */
    comment: string
  }[]
  /** Who has let a deadline pass; null if nobody. */
  late: 'student' | 'curator' | null
  /** The attempts without texts and files, the earliest first. */
  history: ({
    /** The number of the attempt, from 1. */
    number: number
    /** What became of the attempt; `withdrawn` by its student before the review. */
    status: 'submitted' | 'accepted' | 'returned' | 'withdrawn'
    /** When it was sent. */
    sent_at: string
    /** When the answer was changed last, before its review. */
    changed_at: string | null
    /** Calendar days by which the attempt was sent late. */
    days_late: number
    /** In hundredths of a point. */
    score: number | null
    /** When it was decided; null if it has not been. */
    decided_at: string | null
    /** The deadline that its return gave. Rework without one is as late as what was returned. */
    return_due_at: string | null
  })[]
  /** When the submission was accepted; null if it has not been. */
  accepted_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the submission was created. */
  created_at: string
  /** When the submission last changed. */
  updated_at: string
  /** Where students and curators fetch the files of the answer, all attempts and comments, for 15 minutes; null for others: POST /v1/files/{id}/download-url. */
  links: {
    /** The id of the file. */
    file_id: string
    /** Where the file is fetched, without a key, until `expires_at`. */
    url: string
    /** When it expires. */
    expires_at: string
  }[] | null
}

export interface HomeworkAcceptRequest {
  /** The points given; null for none. In hundredths of a point. Default: `null`. */
  score?: number | null
  /** The level of each criterion of the rubric, from which the score follows; empty without one. Default: `[]`. */
  criteria?: {
    /** The key of the criterion. */
    key: string
    /** The key of the level that the answer has reached. */
    level: string
    /** What the reviewer writes about it; empty for nothing. Default: `""`. */
    comment?: string
  }[]
  /** Whether a late answer loses nothing of its score. Default: `false`. */
  waive_penalty?: boolean
  /** What the curator writes to the student; empty for nothing. Default: `""`. */
  comment?: string
}

export interface HomeworkAssignRequest {
  /** null: back to the queue. */
  curator_id: string | null
}

export interface HomeworkAttempts {
  /** The attempts that were sent, the earliest first. */
  items: {
    /** The number of the attempt, from 1. */
    number: number
    /** When it was sent. */
    sent_at: string
    /** The answer. */
    text: string
    /** The ids of the files. */
    file_ids: string[]
  }[]
}

export interface HomeworkClaimRequest {
  /** By default the person who asks. */
  curator_id?: string
  /** What to claim alone; by default whichever of both is due first. */
  kind?: 'submission' | 'attempt'
}

export interface HomeworkClaimResult {
  /** The claimed homework; null if it is none. */
  submission: HomeworkSummary | null
  /** The claimed attempt, whose open answers POST /v1/quiz-attempts/{id}/review scores; null if it is none. Both are null if nothing waits. */
  attempt: QuizAttemptSummary | null
}

export interface HomeworkCreate {
  /** The id of the assignment. */
  assignment_id: string
  /** The id of the enrollment. */
  enrollment_id: string
  /** The answer. Default: `""`. */
  text?: string
  /** The ids of the files. Default: `[]`. */
  file_ids?: string[]
  /** `draft` keeps the answer for later; `submitted` sends it to be reviewed. Default: `"submitted"`. */
  status?: 'draft' | 'submitted'
}

export interface HomeworkGiveBackRequest {
  /** What the student is to do better. */
  comment: string
  /** The levels that the answer has reached so far, of some or all criteria of the rubric. Default: `[]`. */
  criteria?: {
    /** The key of the criterion. */
    key: string
    /** The key of the level that the answer has reached. */
    level: string
    /** What the reviewer writes about it; empty for nothing. Default: `""`. */
    comment?: string
  }[]
  /** Until when it is to be sent again, later by the days of a leave. Without one, what is sent again is as late as what was returned. Default: `null`. */
  due_at?: string | null
}

export interface HomeworkSummary {
  /** The id of the submission. */
  id: string
  /** The id of the assignment. */
  assignment_id: string
  /** The id of the lesson. */
  lesson_id: string
  /** The id of the course. */
  course_id: string
  /** The id of the enrollment. */
  enrollment_id: string
  /** The id of the user. */
  user_id: string
  /** The flow in which the person studied when it was sent; until the decision, the one in which they study. */
  group_id: string | null
  /** draft: seen by its student only. */
  status: 'draft' | 'submitted' | 'in_review' | 'returned' | 'accepted' | 'withdrawn'
  /** The number of attempts that were sent. */
  number: number
  /** The answer. */
  text: string
  /** The ids of the files of the answer, which are ready. */
  file_ids: string[]
  /** When the submission was sent; null if it has not been. */
  sent_at: string | null
  /** The time until which it was or is to be sent; null for none. */
  due_at: string | null
  /** Calendar days by which it was sent, or last changed, late, by the deadline that holds now; from its acceptance on, the one that held then. */
  days_late: number
  /** Who reviews it, or has reviewed it. */
  curator_id: string | null
  /** The end of the claim; null if it was assigned. */
  claim_expires_at: string | null
  /** The time until which it is to be reviewed; null if it needs no review. */
  review_due_at: string | null
  /** The score that counts, after a penalty for delay, in hundredths of a point. */
  score: number | null
  /** The score that the curator gave, before a penalty, in hundredths of a point. */
  given_score: number | null
  /** What the curator wrote with the last decision. */
  comment: string
  /** The criteria of the last decision, in the words and weights that the rubric had then; empty without a rubric. */
  criteria: {
    /** The key of the criterion. */
    key: string
    /** The title of the criterion. */
    title: string
    /** What it counts beside the other criteria: twice as much with twice the weight. */
    weight: number
    /** The level that the answer has reached. */
    level: {
      /** The key of the level. */
      key: string
      /** The name of the level. */
      title: string
      /** The share of the points of the criterion that the level earns. */
      percent: number
    }
    /** What the reviewer wrote about it; empty for nothing. */
    comment: string
  }[]
  /** Who has let a deadline pass; null if nobody. */
  late: 'student' | 'curator' | null
  /** The attempts without texts and files, the earliest first. */
  history: ({
    /** The number of the attempt, from 1. */
    number: number
    /** What became of the attempt; `withdrawn` by its student before the review. */
    status: 'submitted' | 'accepted' | 'returned' | 'withdrawn'
    /** When it was sent. */
    sent_at: string
    /** When the answer was changed last, before its review. */
    changed_at: string | null
    /** Calendar days by which the attempt was sent late. */
    days_late: number
    /** In hundredths of a point. */
    score: number | null
    /** When it was decided; null if it has not been. */
    decided_at: string | null
    /** The deadline that its return gave. Rework without one is as late as what was returned. */
    return_due_at: string | null
  })[]
  /** When the submission was accepted; null if it has not been. */
  accepted_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the submission was created. */
  created_at: string
  /** When the submission last changed. */
  updated_at: string
}

export interface HomeworkUpdate {
  /** The answer. */
  text?: string
  /** The ids of the files. */
  file_ids?: string[]
  /** Sends a draft, or a returned answer again. */
  status?: 'submitted'
}

export type HomeworkSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
export type HomeworkExpand = 'attempts' | 'user' | 'curator' | 'course' | 'lesson'
/** An item of the list with the relations of `expand`. */
export type HomeworkWith<E extends HomeworkExpand = never> = HomeworkSummary &
  ('attempts' extends E ? { attempts: HomeworkAttempts | null } : unknown) &
  ('user' extends E ? { user: EnrollmentUser | null } : unknown) &
  ('curator' extends E ? { curator: EnrollmentUser | null } : unknown) &
  ('course' extends E ? { course: ModuleCourse | null } : unknown) &
  ('lesson' extends E ? { lesson: LessonScheduleLesson | null } : unknown)
/** The query of the list of Homework. */
export interface HomeworkListQuery<E extends HomeworkExpand = HomeworkExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<HomeworkSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  assignment_id?: OneOrMany<string>
  lesson_id?: OneOrMany<string>
  course_id?: OneOrMany<string>
  enrollment_id?: OneOrMany<string>
  user_id?: OneOrMany<string>
  group_id?: OneOrMany<string>
  status?: OneOrMany<'draft' | 'submitted' | 'in_review' | 'returned' | 'accepted' | 'withdrawn'>
  sent_at?: TimeFilter
  due_at?: TimeFilter
  curator_id?: OneOrMany<string>
  claim_expires_at?: TimeFilter
  review_due_at?: TimeFilter
  late?: OneOrMany<'student' | 'curator'>
  accepted_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `homework.list` can be refused. */
export type HomeworkListReason = CommonReason
/** List submissions; students see their own, curators those that they may review. GET /v1/submissions; needs submissions:read. */
export function list<const E extends HomeworkExpand = never>(client: Caller, query: HomeworkListQuery<E> = {}, options: RequestOptions = {}): ListPromise<HomeworkWith<E>, HomeworkListReason> {
  return client.list({ method: 'GET', path: '/v1/submissions', query }, options)
}

/** Why `homework.create` can be refused. */
export type HomeworkCreateReason = CommonReason | 'assignment_unknown' | 'enrollment_invalid' | 'lesson_closed' | 'submission_empty' | 'submission_late' | 'submission_waiting' | 'submission_accepted' | 'submission_attempts_limit_reached'
/** Submit homework, or save a draft; submit again after it was returned or withdrawn. POST /v1/submissions; needs submissions:write. */
export function create(client: Caller, body: HomeworkCreate, options: RequestOptions = {}): ApiPromise<HomeworkSummary, HomeworkCreateReason> {
  return client.call({ method: 'POST', path: '/v1/submissions', body }, options)
}

/** Why `homework.claim` can be refused. */
export type HomeworkClaimReason = CommonReason | 'curator_unknown' | 'curator_absent' | 'curator_load_limit_reached'
/** Claim what is due first in the curator's queue: a submission, or an attempt at a quiz with open answers. POST /v1/submissions/claim; needs grading:write. */
export function claim(client: Caller, body: HomeworkClaimRequest = {}, options: RequestOptions = {}): ApiPromise<HomeworkClaimResult, HomeworkClaimReason> {
  return client.call({ method: 'POST', path: '/v1/submissions/claim', body }, options)
}

/** Why `homework.get` can be refused. */
export type HomeworkGetReason = CommonReason
/** Get a submission with its last answer and links to its files. GET /v1/submissions/{id}; needs submissions:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Homework, HomeworkGetReason> {
  return client.call({ method: 'GET', path: `/v1/submissions/${encodeURIComponent(id)}` }, options)
}

/** Why `homework.update` can be refused. */
export type HomeworkUpdateReason = CommonReason | 'lesson_closed' | 'submission_empty' | 'submission_late' | 'submission_in_review' | 'submission_accepted' | 'submission_attempts_limit_reached'
/** Change a submission that nobody is reviewing yet, or submit its draft. PATCH /v1/submissions/{id}; needs submissions:write. */
export function update(client: Caller, id: string, body: HomeworkUpdate = {}, options: RequestOptions = {}): ApiPromise<HomeworkSummary, HomeworkUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/submissions/${encodeURIComponent(id)}`, body }, options)
}

/** Why `homework.withdraw` can be refused. */
export type HomeworkWithdrawReason = CommonReason | 'submission_accepted'
/** Withdraw a submission that is not accepted yet; a draft is deleted. DELETE /v1/submissions/{id}; needs submissions:write. */
export function withdraw(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedHomework, HomeworkWithdrawReason> {
  return client.call({ method: 'DELETE', path: `/v1/submissions/${encodeURIComponent(id)}` }, options)
}

/** Why `homework.assign` can be refused. */
export type HomeworkAssignReason = CommonReason | 'submission_unsent' | 'submission_accepted' | 'claimed_by_other' | 'submission_own' | 'curator_unknown'
/** Assign a submission to a curator, or return it to the queue. POST /v1/submissions/{id}/assign; needs grading:write. */
export function assign(client: Caller, id: string, body: HomeworkAssignRequest, options: RequestOptions = {}): ApiPromise<HomeworkSummary, HomeworkAssignReason> {
  return client.call({ method: 'POST', path: `/v1/submissions/${encodeURIComponent(id)}/assign`, body }, options)
}

/** Why `homework.accept` can be refused. */
export type HomeworkAcceptReason = CommonReason | 'submission_unsent' | 'claimed_by_other' | 'submission_own' | 'score_invalid' | 'rubric_mismatch'
/** Accept a submission; repeat to change its score. POST /v1/submissions/{id}/accept; needs grading:write. */
export function accept(client: Caller, id: string, body: HomeworkAcceptRequest = {}, options: RequestOptions = {}): ApiPromise<HomeworkSummary, HomeworkAcceptReason> {
  return client.call({ method: 'POST', path: `/v1/submissions/${encodeURIComponent(id)}/accept`, body }, options)
}

/** Why `homework.giveBack` can be refused. */
export type HomeworkGiveBackReason = CommonReason | 'submission_unsent' | 'claimed_by_other' | 'submission_own' | 'rubric_mismatch'
/** Return a submission for rework, also an accepted one; repeat to change the deadline. POST /v1/submissions/{id}/return; needs grading:write. */
export function giveBack(client: Caller, id: string, body: HomeworkGiveBackRequest, options: RequestOptions = {}): ApiPromise<HomeworkSummary, HomeworkGiveBackReason> {
  return client.call({ method: 'POST', path: `/v1/submissions/${encodeURIComponent(id)}/return`, body }, options)
}

/** The operations of `homework` with a client. */
export class HomeworkApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List submissions; students see their own, curators those that they may review. GET /v1/submissions; needs submissions:read. */
  list<const E extends HomeworkExpand = never>(query: HomeworkListQuery<E> = {}, options: RequestOptions = {}): ListPromise<HomeworkWith<E>, HomeworkListReason> {
    return list(this.#client, query, options)
  }
  /** Submit homework, or save a draft; submit again after it was returned or withdrawn. POST /v1/submissions; needs submissions:write. */
  create(body: HomeworkCreate, options: RequestOptions = {}): ApiPromise<HomeworkSummary, HomeworkCreateReason> {
    return create(this.#client, body, options)
  }
  /** Claim what is due first in the curator's queue: a submission, or an attempt at a quiz with open answers. POST /v1/submissions/claim; needs grading:write. */
  claim(body: HomeworkClaimRequest = {}, options: RequestOptions = {}): ApiPromise<HomeworkClaimResult, HomeworkClaimReason> {
    return claim(this.#client, body, options)
  }
  /** Get a submission with its last answer and links to its files. GET /v1/submissions/{id}; needs submissions:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Homework, HomeworkGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a submission that nobody is reviewing yet, or submit its draft. PATCH /v1/submissions/{id}; needs submissions:write. */
  update(id: string, body: HomeworkUpdate = {}, options: RequestOptions = {}): ApiPromise<HomeworkSummary, HomeworkUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Withdraw a submission that is not accepted yet; a draft is deleted. DELETE /v1/submissions/{id}; needs submissions:write. */
  withdraw(id: string, options: RequestOptions = {}): ApiPromise<DeletedHomework, HomeworkWithdrawReason> {
    return withdraw(this.#client, id, options)
  }
  /** Assign a submission to a curator, or return it to the queue. POST /v1/submissions/{id}/assign; needs grading:write. */
  assign(id: string, body: HomeworkAssignRequest, options: RequestOptions = {}): ApiPromise<HomeworkSummary, HomeworkAssignReason> {
    return assign(this.#client, id, body, options)
  }
  /** Accept a submission; repeat to change its score. POST /v1/submissions/{id}/accept; needs grading:write. */
  accept(id: string, body: HomeworkAcceptRequest = {}, options: RequestOptions = {}): ApiPromise<HomeworkSummary, HomeworkAcceptReason> {
    return accept(this.#client, id, body, options)
  }
  /** Return a submission for rework, also an accepted one; repeat to change the deadline. POST /v1/submissions/{id}/return; needs grading:write. */
  giveBack(id: string, body: HomeworkGiveBackRequest, options: RequestOptions = {}): ApiPromise<HomeworkSummary, HomeworkGiveBackReason> {
    return giveBack(this.#client, id, body, options)
  }}
