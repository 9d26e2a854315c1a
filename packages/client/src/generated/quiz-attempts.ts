// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { EnrollmentUser } from './enrollments.ts'
import type { LessonScheduleLesson } from './lesson-schedule.ts'
import type { ModuleCourse } from './modules.ts'

export interface QuizAttempt {
  /** The id of the attempt. */
  id: string
  /** The id of the quiz. */
  quiz_id: string
  /** The id of the course. */
  course_id: string
  /** The id of the lesson. */
  lesson_id: string
  /** The id of the enrollment. */
  enrollment_id: string
  /** The id of the user. */
  user_id: string
  /** Which attempt of the person at the quiz it is. */
  number: number
  /** finished: also while open answers wait for a review. */
  status: 'running' | 'finished' | 'reviewed'
  /** When the attempt started. */
  started_at: string
  /** When it ends by the clock of the server. More time for the person moves it, never to be sooner. */
  ends_at: string | null
  /** When the attempt finished; null if it has not. */
  finished_at: string | null
  /** Null until it is final, and for students of a quiz that shows no scores. */
  result: {
    /** In hundredths of a point. */
    score: number
    /** In hundredths of a point. */
    max_score: number
    /** The share of the points, in percent. */
    percent: number
    /** Whether the share reaches `pass_percent` of the quiz. */
    passed: boolean
  } | null
  /** The flow in which the person studied; until the result is final, the one in which they study. */
  group_id: string | null
  /** Who reviews its open answers, or has reviewed them. */
  curator_id: string | null
  /** The end of the claim; null if it was assigned. */
  claim_expires_at: string | null
  /** The time until which its open answers are to be reviewed; null if it needed no review. */
  review_due_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the attempt was created. */
  created_at: string
  /** When the attempt last changed. */
  updated_at: string
  /** The questions of the attempt in its order. */
  questions: ({
    /** The id of the question. */
    question_id: string
    /** In hundredths of a point. */
    points: number
    /** The question as the student sees it. */
    asked: {
      /** Always `single`: it tells this form from the others. */
      kind: 'single'
      /** Whether its texts are plain, as without it, or HTML with formulas in MathML. */
      format?: 'plain' | 'html'
      /** The question, as the student reads it. */
      prompt: string
      /** Pictures and recordings below the question; links of the attempt lead to them. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** What the student chooses one of. */
      options: {
        /** The id of the choice in answers. */
        id: string
        /** What the student reads. */
        text: string
        /** A picture or recording beside it; links of the attempt lead to it. */
        media?: {
          /** A ready file with a picture or a recording. */
          file_id: string
          /** What it shows or says, also for people who do not see or hear it. */
          alt: string
        }[]
      }[]
    } | {
      /** Always `multiple`: it tells this form from the others. */
      kind: 'multiple'
      /** Whether its texts are plain, as without it, or HTML with formulas in MathML. */
      format?: 'plain' | 'html'
      /** The question, as the student reads it. */
      prompt: string
      /** Pictures and recordings below the question; links of the attempt lead to them. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** What the student chooses any number of. */
      options: {
        /** The id of the choice in answers. */
        id: string
        /** What the student reads. */
        text: string
        /** A picture or recording beside it; links of the attempt lead to it. */
        media?: {
          /** A ready file with a picture or a recording. */
          file_id: string
          /** What it shows or says, also for people who do not see or hear it. */
          alt: string
        }[]
      }[]
    } | {
      /** Always `text`: it tells this form from the others. */
      kind: 'text'
      /** Whether its texts are plain, as without it, or HTML with formulas in MathML. */
      format?: 'plain' | 'html'
      /** The question, as the student reads it. */
      prompt: string
      /** Pictures and recordings below the question; links of the attempt lead to them. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
    } | {
      /** Always `number`: it tells this form from the others. */
      kind: 'number'
      /** Whether its texts are plain, as without it, or HTML with formulas in MathML. */
      format?: 'plain' | 'html'
      /** The question, as the student reads it. */
      prompt: string
      /** Pictures and recordings below the question; links of the attempt lead to them. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
    } | {
      /** Always `match`: it tells this form from the others. */
      kind: 'match'
      /** Whether its texts are plain, as without it, or HTML with formulas in MathML. */
      format?: 'plain' | 'html'
      /** The question, as the student reads it. */
      prompt: string
      /** Pictures and recordings below the question; links of the attempt lead to them. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** The sides that stand still. */
      left: {
        /** The id of the choice in answers. */
        id: string
        /** What the student reads. */
        text: string
        /** A picture or recording beside it; links of the attempt lead to it. */
        media?: {
          /** A ready file with a picture or a recording. */
          file_id: string
          /** What it shows or says, also for people who do not see or hear it. */
          alt: string
        }[]
      }[]
      /** The sides to put to them; some may be left over. */
      right: {
        /** The id of the choice in answers. */
        id: string
        /** What the student reads. */
        text: string
        /** A picture or recording beside it; links of the attempt lead to it. */
        media?: {
          /** A ready file with a picture or a recording. */
          file_id: string
          /** What it shows or says, also for people who do not see or hear it. */
          alt: string
        }[]
      }[]
    } | {
      /** Always `cloze`: it tells this form from the others. */
      kind: 'cloze'
      /** Whether its texts are plain, as without it, or HTML with formulas in MathML. */
      format?: 'plain' | 'html'
      /** The question, as the student reads it. */
      prompt: string
      /** Pictures and recordings below the question; links of the attempt lead to them. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** Text with gaps: `{1}` stands for the first gap, `{2}` for the second. */
      text: string
      /** The ids of the gaps in their order. */
      gap_ids: string[]
    } | {
      /** Always `order`: it tells this form from the others. */
      kind: 'order'
      /** Whether its texts are plain, as without it, or HTML with formulas in MathML. */
      format?: 'plain' | 'html'
      /** The question, as the student reads it. */
      prompt: string
      /** Pictures and recordings below the question; links of the attempt lead to them. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
      /** What the student puts in order. */
      items: {
        /** The id of the choice in answers. */
        id: string
        /** What the student reads. */
        text: string
        /** A picture or recording beside it; links of the attempt lead to it. */
        media?: {
          /** A ready file with a picture or a recording. */
          file_id: string
          /** What it shows or says, also for people who do not see or hear it. */
          alt: string
        }[]
      }[]
    } | {
      /** Always `open`: it tells this form from the others. */
      kind: 'open'
      /** Whether its texts are plain, as without it, or HTML with formulas in MathML. */
      format?: 'plain' | 'html'
      /** The question, as the student reads it. */
      prompt: string
      /** Pictures and recordings below the question; links of the attempt lead to them. */
      media?: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
    }
    /** What the student answered; null for nothing. */
    answer: {
      /** Always `single`: it tells this form from the others. */
      kind: 'single'
      /** The chosen option. */
      option_id: string
    } | {
      /** Always `multiple`: it tells this form from the others. */
      kind: 'multiple'
      /** All chosen options. */
      option_ids: string[]
    } | {
      /** Always `text`: it tells this form from the others. */
      kind: 'text'
      /** What the student typed. */
      text: string
    } | {
      /** Always `number`: it tells this form from the others. */
      kind: 'number'
      /** With a comma or a point. */
      number: string
    } | {
      /** Always `match`: it tells this form from the others. */
      kind: 'match'
      /** What the student put together. */
      pairs: {
        /** The left side of the pair. */
        left_id: string
        /** The right side that was put to it; several may have the same. */
        right_id: string
      }[]
    } | {
      /** Always `cloze`: it tells this form from the others. */
      kind: 'cloze'
      /** What the student put into each gap. */
      gaps: {
        /** The gap that is filled. */
        gap_id: string
        /** What stands in the gap. */
        text: string
      }[]
    } | {
      /** Always `order`: it tells this form from the others. */
      kind: 'order'
      /** All items in the order of the student. */
      item_ids: string[]
    } | {
      /** Always `open`: it tells this form from the others. */
      kind: 'open'
      /** What the student wrote. */
      text: string
    } | null
    /** The revision of the saved answer; 0 without one. */
    revision: number
    /** Null as long as the reader may not see it, by `show` of the quiz. */
    outcome: {
      /** The points of the answer; null until a person has reviewed it. */
      score: number | null
      /** What the reviewer wrote about the answer; empty for nothing. */
      comment: string
      /** The right answer; null for an open question. */
      key: {
        /** Always `options`: it tells this form from the others. */
        kind: 'options'
        /** The right options. */
        option_ids: string[]
        /** What is to be read about single options; only those that have something. */
        feedback: {
          /** The option that it is about. */
          option_id: string
          /** What its authors say to whoever has chosen it. */
          text: string
        }[]
      } | {
        /** Always `texts`: it tells this form from the others. */
        kind: 'texts'
        /** All texts that count as right. */
        texts: string[]
      } | {
        /** Always `number`: it tells this form from the others. */
        kind: 'number'
        /** The right number. */
        number: string
      } | {
        /** Always `pairs`: it tells this form from the others. */
        kind: 'pairs'
        /** What belongs together. */
        pairs: {
          /** The left side of the pair. */
          left_id: string
          /** The right side that belongs to it. */
          right_id: string
        }[]
      } | {
        /** Always `gaps`: it tells this form from the others. */
        kind: 'gaps'
        /** What belongs into each gap. */
        gaps: {
          /** The gap to fill. */
          gap_id: string
          /** All texts that count as right in the gap. */
          texts: string[]
        }[]
      } | {
        /** Always `order`: it tells this form from the others. */
        kind: 'order'
        /** The items in the right order. */
        item_ids: string[]
      } | null
      /** Why the right answer is right; empty for nothing. */
      explanation: string
      /** Pictures and recordings of the explanation. */
      explanation_media: {
        /** A ready file with a picture or a recording. */
        file_id: string
        /** What it shows or says, also for people who do not see or hear it. */
        alt: string
      }[]
    } | null
  })[]
  /** Where students and curators fetch its pictures and recordings, for 15 minutes. Null for others, who ask POST /v1/files/{id}/download-url, and in answers to changes: read the attempt. */
  links: {
    /** The id of the file. */
    file_id: string
    /** Where the file is fetched, without a key, until `expires_at`. */
    url: string
    /** When it expires. */
    expires_at: string
  }[] | null
}

export interface QuizAttemptReviewRequest {
  /** In place of scores: who is to review the attempt; null returns it to the queue. */
  curator_id?: string | null
  /** The points of each answer that is reviewed. */
  scores?: {
    /** The id of the question. */
    question_id: string
    /** In hundredths of a point. */
    score: number
    /** What the reviewer writes about the answer; empty for nothing. Default: `""`. */
    comment?: string
  }[]
}

export interface QuizAttemptSaveRequest {
  /** The answers to save, of any of the questions. */
  answers: ({
    /** The id of the question. */
    question_id: string
    /** A number of the client that rises with each change. */
    revision: number
    /** The answer; null takes it back. */
    answer: {
      /** Always `single`: it tells this form from the others. */
      kind: 'single'
      /** The chosen option. */
      option_id: string
    } | {
      /** Always `multiple`: it tells this form from the others. */
      kind: 'multiple'
      /** All chosen options. */
      option_ids: string[]
    } | {
      /** Always `text`: it tells this form from the others. */
      kind: 'text'
      /** What the student typed. */
      text: string
    } | {
      /** Always `number`: it tells this form from the others. */
      kind: 'number'
      /** With a comma or a point. */
      number: string
    } | {
      /** Always `match`: it tells this form from the others. */
      kind: 'match'
      /** What the student put together. */
      pairs: {
        /** The left side of the pair. */
        left_id: string
        /** The right side that was put to it; several may have the same. */
        right_id: string
      }[]
    } | {
      /** Always `cloze`: it tells this form from the others. */
      kind: 'cloze'
      /** What the student put into each gap. */
      gaps: {
        /** The gap that is filled. */
        gap_id: string
        /** What stands in the gap. */
        text: string
      }[]
    } | {
      /** Always `order`: it tells this form from the others. */
      kind: 'order'
      /** All items in the order of the student. */
      item_ids: string[]
    } | {
      /** Always `open`: it tells this form from the others. */
      kind: 'open'
      /** What the student wrote. */
      text: string
    } | null
  })[]
}

export interface QuizAttemptSaveResult {
  /** The id of the attempt. */
  id: string
  /** When the attempt ends; null if it has no end. */
  ends_at: string | null
  /** The revision that stands now, for each question that was sent. */
  saved: {
    /** The id of the question. */
    question_id: string
    /** The revision of the answer that stands. */
    revision: number
  }[]
}

export interface QuizAttemptStartRequest {
  /** The id of the quiz. */
  quiz_id: string
  /** The id of the enrollment. */
  enrollment_id: string
}

export interface QuizAttemptSummary {
  /** The id of the attempt. */
  id: string
  /** The id of the quiz. */
  quiz_id: string
  /** The id of the course. */
  course_id: string
  /** The id of the lesson. */
  lesson_id: string
  /** The id of the enrollment. */
  enrollment_id: string
  /** The id of the user. */
  user_id: string
  /** Which attempt of the person at the quiz it is. */
  number: number
  /** finished: also while open answers wait for a review. */
  status: 'running' | 'finished' | 'reviewed'
  /** When the attempt started. */
  started_at: string
  /** When it ends by the clock of the server. More time for the person moves it, never to be sooner. */
  ends_at: string | null
  /** When the attempt finished; null if it has not. */
  finished_at: string | null
  /** Null until it is final, and for students of a quiz that shows no scores. */
  result: {
    /** In hundredths of a point. */
    score: number
    /** In hundredths of a point. */
    max_score: number
    /** The share of the points, in percent. */
    percent: number
    /** Whether the share reaches `pass_percent` of the quiz. */
    passed: boolean
  } | null
  /** The flow in which the person studied; until the result is final, the one in which they study. */
  group_id: string | null
  /** Who reviews its open answers, or has reviewed them. */
  curator_id: string | null
  /** The end of the claim; null if it was assigned. */
  claim_expires_at: string | null
  /** The time until which its open answers are to be reviewed; null if it needed no review. */
  review_due_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the attempt was created. */
  created_at: string
  /** When the attempt last changed. */
  updated_at: string
}

export type QuizAttemptSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
export type QuizAttemptExpand = 'user' | 'curator' | 'course' | 'lesson'
/** An item of the list with the relations of `expand`. */
export type QuizAttemptWith<E extends QuizAttemptExpand = never> = QuizAttemptSummary &
  ('user' extends E ? { user: EnrollmentUser | null } : unknown) &
  ('curator' extends E ? { curator: EnrollmentUser | null } : unknown) &
  ('course' extends E ? { course: ModuleCourse | null } : unknown) &
  ('lesson' extends E ? { lesson: LessonScheduleLesson | null } : unknown)
/** The query of the list of QuizAttempt. */
export interface QuizAttemptListQuery<E extends QuizAttemptExpand = QuizAttemptExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<QuizAttemptSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  quiz_id?: OneOrMany<string>
  course_id?: OneOrMany<string>
  lesson_id?: OneOrMany<string>
  enrollment_id?: OneOrMany<string>
  user_id?: OneOrMany<string>
  status?: OneOrMany<'running' | 'finished' | 'reviewed'>
  started_at?: TimeFilter
  ends_at?: TimeFilter
  finished_at?: TimeFilter
  group_id?: OneOrMany<string>
  curator_id?: OneOrMany<string>
  claim_expires_at?: TimeFilter
  review_due_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `quizAttempts.list` can be refused. */
export type QuizAttemptsListReason = CommonReason
/** List quiz attempts; students see their own, curators those of the people assigned to them. GET /v1/quiz-attempts; needs quiz-attempts:read. */
export function list<const E extends QuizAttemptExpand = never>(client: Caller, query: QuizAttemptListQuery<E> = {}, options: RequestOptions = {}): ListPromise<QuizAttemptWith<E>, QuizAttemptsListReason> {
  return client.list({ method: 'GET', path: '/v1/quiz-attempts', query }, options)
}

/** Why `quizAttempts.start` can be refused. */
export type QuizAttemptsStartReason = CommonReason | 'quiz_unknown' | 'enrollment_invalid' | 'lesson_closed' | 'quiz_empty' | 'attempts_used_up' | 'deadline_passed'
/** Start a quiz attempt, or continue the one in progress. POST /v1/quiz-attempts; needs quiz-attempts:write. */
export function start(client: Caller, body: QuizAttemptStartRequest, options: RequestOptions = {}): ApiPromise<QuizAttempt, QuizAttemptsStartReason> {
  return client.call({ method: 'POST', path: '/v1/quiz-attempts', body }, options)
}

/** Why `quizAttempts.get` can be refused. */
export type QuizAttemptsGetReason = CommonReason
/** Get a quiz attempt with its questions and answers; right answers only for those who may see them. GET /v1/quiz-attempts/{id}; needs quiz-attempts:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<QuizAttempt, QuizAttemptsGetReason> {
  return client.call({ method: 'GET', path: `/v1/quiz-attempts/${encodeURIComponent(id)}` }, options)
}

/** Why `quizAttempts.save` can be refused. */
export type QuizAttemptsSaveReason = CommonReason | 'lesson_closed' | 'attempt_finished' | 'time_over' | 'answer_invalid'
/** Save answers of an attempt; for each question the answer with the highest revision is kept. PUT /v1/quiz-attempts/{id}/answers; needs quiz-attempts:write. */
export function save(client: Caller, id: string, body: QuizAttemptSaveRequest, options: RequestOptions = {}): ApiPromise<QuizAttemptSaveResult, QuizAttemptsSaveReason> {
  return client.call({ method: 'PUT', path: `/v1/quiz-attempts/${encodeURIComponent(id)}/answers`, body }, options)
}

/** Why `quizAttempts.finish` can be refused. */
export type QuizAttemptsFinishReason = CommonReason
/** Finish an attempt; its saved answers are scored. POST /v1/quiz-attempts/{id}/finish; needs quiz-attempts:write. */
export function finish(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<QuizAttempt, QuizAttemptsFinishReason> {
  return client.call({ method: 'POST', path: `/v1/quiz-attempts/${encodeURIComponent(id)}/finish` }, options)
}

/** Why `quizAttempts.review` can be refused. */
export type QuizAttemptsReviewReason = CommonReason | 'attempt_running' | 'attempt_own' | 'attempt_in_review' | 'attempt_not_waiting' | 'review_invalid' | 'curator_unknown'
/** Score the open answers of a finished attempt, or assign it to a curator; the last score makes its result final. POST /v1/quiz-attempts/{id}/review; needs grading:write. */
export function review(client: Caller, id: string, body: QuizAttemptReviewRequest, options: RequestOptions = {}): ApiPromise<QuizAttempt, QuizAttemptsReviewReason> {
  return client.call({ method: 'POST', path: `/v1/quiz-attempts/${encodeURIComponent(id)}/review`, body }, options)
}

/** The operations of `quizAttempts` with a client. */
export class QuizAttemptsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List quiz attempts; students see their own, curators those of the people assigned to them. GET /v1/quiz-attempts; needs quiz-attempts:read. */
  list<const E extends QuizAttemptExpand = never>(query: QuizAttemptListQuery<E> = {}, options: RequestOptions = {}): ListPromise<QuizAttemptWith<E>, QuizAttemptsListReason> {
    return list(this.#client, query, options)
  }
  /** Start a quiz attempt, or continue the one in progress. POST /v1/quiz-attempts; needs quiz-attempts:write. */
  start(body: QuizAttemptStartRequest, options: RequestOptions = {}): ApiPromise<QuizAttempt, QuizAttemptsStartReason> {
    return start(this.#client, body, options)
  }
  /** Get a quiz attempt with its questions and answers; right answers only for those who may see them. GET /v1/quiz-attempts/{id}; needs quiz-attempts:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<QuizAttempt, QuizAttemptsGetReason> {
    return get(this.#client, id, options)
  }
  /** Save answers of an attempt; for each question the answer with the highest revision is kept. PUT /v1/quiz-attempts/{id}/answers; needs quiz-attempts:write. */
  save(id: string, body: QuizAttemptSaveRequest, options: RequestOptions = {}): ApiPromise<QuizAttemptSaveResult, QuizAttemptsSaveReason> {
    return save(this.#client, id, body, options)
  }
  /** Finish an attempt; its saved answers are scored. POST /v1/quiz-attempts/{id}/finish; needs quiz-attempts:write. */
  finish(id: string, options: RequestOptions = {}): ApiPromise<QuizAttempt, QuizAttemptsFinishReason> {
    return finish(this.#client, id, options)
  }
  /** Score the open answers of a finished attempt, or assign it to a curator; the last score makes its result final. POST /v1/quiz-attempts/{id}/review; needs grading:write. */
  review(id: string, body: QuizAttemptReviewRequest, options: RequestOptions = {}): ApiPromise<QuizAttempt, QuizAttemptsReviewReason> {
    return review(this.#client, id, body, options)
  }}
