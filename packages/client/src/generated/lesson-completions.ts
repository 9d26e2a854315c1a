// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface LessonCompletionCompleteRequest {
  /** The person, if staff asks; otherwise the one that the call acts as. */
  user_id?: string
}

export interface LessonStartedData {
  /** The id of the lesson progress. */
  id: string
  /** The id of the enrollment. */
  enrollment_id: string
  /** The id of the user. */
  user_id: string
  /** The id of the course. */
  course_id: string
  /** The id of the lesson. */
  lesson_id: string
  /** A completed lesson stays completed, whatever happens to the lesson. */
  status: 'started' | 'completed'
  /** The share of its seconds, or of its blocks if none has a length; counted at the last report, and again minutes after the blocks of a lesson have changed that is completed by it. */
  viewed_percent: number
  /** The first report, mark, passed quiz or accepted homework. */
  started_at: string
  /** When the student marked it as done. */
  marked_at: string | null
  /** When all quizzes of the lesson were passed; null before. */
  quiz_passed_at: string | null
  /** When the homework of the lesson was accepted; null before. */
  homework_accepted_at: string | null
  /** When the person completed the lesson; null before. */
  completed_at: string | null
  /** When staff took its completion back: a mark, a passed quiz or accepted homework after it completes the lesson again, a changed course does not. */
  taken_back_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the lesson progress was created. */
  created_at: string
  /** When the lesson progress last changed. */
  updated_at: string
}

/** Why `lessonCompletions.complete` can be refused. */
export type LessonCompletionsCompleteReason = CommonReason | 'person_missing' | 'study_not_running' | 'lesson_not_markable' | 'lesson_closed'
/** Mark a lesson as completed; staff can complete it for a person regardless of its rule. POST /v1/lessons/{id}/complete; needs progress:write. */
export function complete(client: Caller, id: string, body: LessonCompletionCompleteRequest = {}, options: RequestOptions = {}): ApiPromise<LessonStartedData, LessonCompletionsCompleteReason> {
  return client.call({ method: 'POST', path: `/v1/lessons/${encodeURIComponent(id)}/complete`, body }, options)
}

/** Why `lessonCompletions.undo` can be refused. */
export type LessonCompletionsUndoReason = CommonReason | 'person_missing' | 'lesson_not_begun'
/** Undo the completion of a lesson. DELETE /v1/lessons/{id}/complete; needs progress:write. */
export function undo(client: Caller, id: string, body: LessonCompletionCompleteRequest = {}, options: RequestOptions = {}): ApiPromise<LessonStartedData, LessonCompletionsUndoReason> {
  return client.call({ method: 'DELETE', path: `/v1/lessons/${encodeURIComponent(id)}/complete`, body }, options)
}

/** The operations of `lessonCompletions` with a client. */
export class LessonCompletionsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Mark a lesson as completed; staff can complete it for a person regardless of its rule. POST /v1/lessons/{id}/complete; needs progress:write. */
  complete(id: string, body: LessonCompletionCompleteRequest = {}, options: RequestOptions = {}): ApiPromise<LessonStartedData, LessonCompletionsCompleteReason> {
    return complete(this.#client, id, body, options)
  }
  /** Undo the completion of a lesson. DELETE /v1/lessons/{id}/complete; needs progress:write. */
  undo(id: string, body: LessonCompletionCompleteRequest = {}, options: RequestOptions = {}): ApiPromise<LessonStartedData, LessonCompletionsUndoReason> {
    return undo(this.#client, id, body, options)
  }}
