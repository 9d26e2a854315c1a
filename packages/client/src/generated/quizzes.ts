// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { Quiz } from './lesson-blocks.ts'
import type { LessonScheduleLesson } from './lesson-schedule.ts'
import type { ModuleCourse } from './modules.ts'

export interface DeletedQuiz {
  /** The id of the quiz. */
  id: string
  /** Always true: the quiz was deleted. */
  deleted: true
}

export interface QuizCreate {
  /** The lesson in which students take it. */
  lesson_id: string
  /** What students read above the quiz. */
  title: string
  /** What students read before they start. Default: `""`. */
  description?: string
  /** The share of the points with which it is passed. Default: `60`. */
  pass_percent?: number
  /** The number of attempts of one person; null for up to 100. Default: `null`. */
  attempts_allowed?: number | null
  /** The time for one attempt, by the clock of the server; null without a limit. Default: `null`. */
  time_limit_seconds?: number | null
  /** Whether each attempt has an order of its own. Default: `false`. */
  shuffle_questions?: boolean
  /** Whether the options of a question stand in an order of their own. Default: `false`. */
  shuffle_options?: boolean
  /** The number of questions drawn from those with a label, also of other quizzes. All other questions of the quiz are asked, up to 200 in all. Default: `[]`. */
  draws?: ({
    /** The label of the questions to draw from. */
    label: string
    /** The number of questions that each attempt draws. */
    count: number
    /** Whose questions they are: of the quiz itself, as without it; of the quizzes in `quiz_ids`; of all quizzes of the course; or of the school. Other courses that are archived do not count. */
    source?: 'quiz' | 'quizzes' | 'course' | 'school'
    /** The quizzes to draw from, with `source: quizzes` alone. */
    quiz_ids?: string[]
  })[]
  /** What students see: nothing; the score; also the right answers after each attempt, after the last one, or after their deadline. Default: `"score"`. */
  show?: 'never' | 'score' | 'after_finish' | 'after_last_attempt' | 'after_deadline'
  /** Which attempts the gradebook shows: the best, the last, or the average of all that are final. Default: `"best"`. */
  counts?: 'best' | 'last' | 'average'
  /** Within how many hours open answers are to be reviewed. Default: `72`. */
  review_hours?: number
  /** The category of the gradebook in which it counts, by the key that the course gives it. Null: where the course has categories, it counts nothing. Default: `null`. */
  grade_category?: string | null
  /** Whether it only adds to the result of its category: nobody loses by not doing it. Default: `false`. */
  extra_credit?: boolean
}

export interface QuizUpdate {
  /** What students read above the quiz. */
  title?: string
  /** What students read before they start. */
  description?: string
  /** The share of the points with which it is passed. */
  pass_percent?: number
  /** The number of attempts of one person; null for up to 100. */
  attempts_allowed?: number | null
  /** The time for one attempt, by the clock of the server; null without a limit. */
  time_limit_seconds?: number | null
  /** Whether each attempt has an order of its own. */
  shuffle_questions?: boolean
  /** Whether the options of a question stand in an order of their own. */
  shuffle_options?: boolean
  /** The number of questions drawn from those with a label, also of other quizzes. All other questions of the quiz are asked, up to 200 in all. */
  draws?: ({
    /** The label of the questions to draw from. */
    label: string
    /** The number of questions that each attempt draws. */
    count: number
    /** Whose questions they are: of the quiz itself, as without it; of the quizzes in `quiz_ids`; of all quizzes of the course; or of the school. Other courses that are archived do not count. */
    source?: 'quiz' | 'quizzes' | 'course' | 'school'
    /** The quizzes to draw from, with `source: quizzes` alone. */
    quiz_ids?: string[]
  })[]
  /** What students see: nothing; the score; also the right answers after each attempt, after the last one, or after their deadline. */
  show?: 'never' | 'score' | 'after_finish' | 'after_last_attempt' | 'after_deadline'
  /** Which attempts the gradebook shows: the best, the last, or the average of all that are final. */
  counts?: 'best' | 'last' | 'average'
  /** Within how many hours open answers are to be reviewed. */
  review_hours?: number
  /** The category of the gradebook in which it counts, by the key that the course gives it. Null: where the course has categories, it counts nothing. */
  grade_category?: string | null
  /** Whether it only adds to the result of its category: nobody loses by not doing it. */
  extra_credit?: boolean
  /** Judges the attempts that were not passed again, by the pass mark of now. */
  regrade?: boolean
  /** Only answers with what the quiz would be, and whom it would let pass. */
  dry_run?: boolean
}

export interface QuizUpdateResult {
  /** The id of the quiz. */
  id: string
  /** The id of the course. */
  course_id: string
  /** The lesson in which students take it. */
  lesson_id: string
  /** What students read above the quiz. */
  title: string
  /** What students read before they start. */
  description: string
  /** The share of the points with which it is passed. */
  pass_percent: number
  /** The number of attempts of one person; null for up to 100. */
  attempts_allowed: number | null
  /** The time for one attempt, by the clock of the server; null without a limit. */
  time_limit_seconds: number | null
  /** Whether each attempt has an order of its own. */
  shuffle_questions: boolean
  /** Whether the options of a question stand in an order of their own. */
  shuffle_options: boolean
  /** The number of questions drawn from those with a label, also of other quizzes. All other questions of the quiz are asked, up to 200 in all. */
  draws: ({
    /** The label of the questions to draw from. */
    label: string
    /** The number of questions that each attempt draws. */
    count: number
    /** Whose questions they are: of the quiz itself, as without it; of the quizzes in `quiz_ids`; of all quizzes of the course; or of the school. Other courses that are archived do not count. */
    source?: 'quiz' | 'quizzes' | 'course' | 'school'
    /** The quizzes to draw from, with `source: quizzes` alone. */
    quiz_ids?: string[]
  })[]
  /** What students see: nothing; the score; also the right answers after each attempt, after the last one, or after their deadline. */
  show: 'never' | 'score' | 'after_finish' | 'after_last_attempt' | 'after_deadline'
  /** Which attempts the gradebook shows: the best, the last, or the average of all that are final. */
  counts: 'best' | 'last' | 'average'
  /** Within how many hours open answers are to be reviewed. */
  review_hours: number
  /** The category of the gradebook in which it counts, by the key that the course gives it. Null: where the course has categories, it counts nothing. */
  grade_category: string | null
  /** Whether it only adds to the result of its category: nobody loses by not doing it. */
  extra_credit: boolean
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the quiz was created. */
  created_at: string
  /** When the quiz last changed. */
  updated_at: string
  /** What `regrade` does; null without it. */
  regraded: {
    /** The attempts that pass by it. */
    attempts: number
    /** The people who pass the quiz by it. */
    people: number
  } | null
}

export type QuizSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'title' | '-title'
export type QuizExpand = 'course' | 'lesson'
/** An item of the list with the relations of `expand`. */
export type QuizWith<E extends QuizExpand = never> = Quiz &
  ('course' extends E ? { course: ModuleCourse | null } : unknown) &
  ('lesson' extends E ? { lesson: LessonScheduleLesson | null } : unknown)
/** The query of the list of Quiz. */
export interface QuizListQuery<E extends QuizExpand = QuizExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<QuizSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  course_id?: OneOrMany<string>
  lesson_id?: OneOrMany<string>
  shuffle_questions?: OneOrMany<boolean>
  shuffle_options?: OneOrMany<boolean>
  show?: OneOrMany<'never' | 'score' | 'after_finish' | 'after_last_attempt' | 'after_deadline'>
  counts?: OneOrMany<'best' | 'last' | 'average'>
  extra_credit?: OneOrMany<boolean>
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `quizzes.list` can be refused. */
export type QuizzesListReason = CommonReason
/** List quizzes; students see those of the lessons that are open to them. GET /v1/quizzes; needs quizzes:read. */
export function list<const E extends QuizExpand = never>(client: Caller, query: QuizListQuery<E> = {}, options: RequestOptions = {}): ListPromise<QuizWith<E>, QuizzesListReason> {
  return client.list({ method: 'GET', path: '/v1/quizzes', query }, options)
}

/** Why `quizzes.create` can be refused. */
export type QuizzesCreateReason = CommonReason | 'quiz_lesson_unknown' | 'quiz_draws_twice' | 'quiz_draw_invalid' | 'quiz_source_unknown' | 'grade_category_unknown' | 'quizzes_limit_reached'
/** Create a quiz. POST /v1/quizzes; needs quizzes:write. */
export function create(client: Caller, body: QuizCreate, options: RequestOptions = {}): ApiPromise<Quiz, QuizzesCreateReason> {
  return client.call({ method: 'POST', path: '/v1/quizzes', body }, options)
}

/** Why `quizzes.get` can be refused. */
export type QuizzesGetReason = CommonReason | 'lesson_closed'
/** Get a quiz. GET /v1/quizzes/{id}; needs quizzes:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Quiz, QuizzesGetReason> {
  return client.call({ method: 'GET', path: `/v1/quizzes/${encodeURIComponent(id)}` }, options)
}

/** Why `quizzes.update` can be refused. */
export type QuizzesUpdateReason = CommonReason | 'quiz_draws_twice' | 'quiz_draw_invalid' | 'quiz_source_unknown' | 'grade_category_unknown'
/** Change a quiz; on request attempts are judged again by a lower pass mark. PATCH /v1/quizzes/{id}; needs quizzes:write. */
export function update(client: Caller, id: string, body: QuizUpdate = {}, options: RequestOptions = {}): ApiPromise<QuizUpdateResult, QuizzesUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/quizzes/${encodeURIComponent(id)}`, body }, options)
}

/** Why `quizzes.delete` can be refused. */
export type QuizzesDeleteReason = CommonReason | 'quiz_attempted' | 'quiz_named'
/** Delete a quiz that nobody has taken, with its questions. DELETE /v1/quizzes/{id}; needs quizzes:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedQuiz, QuizzesDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/quizzes/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `quizzes` with a client. */
export class QuizzesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List quizzes; students see those of the lessons that are open to them. GET /v1/quizzes; needs quizzes:read. */
  list<const E extends QuizExpand = never>(query: QuizListQuery<E> = {}, options: RequestOptions = {}): ListPromise<QuizWith<E>, QuizzesListReason> {
    return list(this.#client, query, options)
  }
  /** Create a quiz. POST /v1/quizzes; needs quizzes:write. */
  create(body: QuizCreate, options: RequestOptions = {}): ApiPromise<Quiz, QuizzesCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a quiz. GET /v1/quizzes/{id}; needs quizzes:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Quiz, QuizzesGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a quiz; on request attempts are judged again by a lower pass mark. PATCH /v1/quizzes/{id}; needs quizzes:write. */
  update(id: string, body: QuizUpdate = {}, options: RequestOptions = {}): ApiPromise<QuizUpdateResult, QuizzesUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a quiz that nobody has taken, with its questions. DELETE /v1/quizzes/{id}; needs quizzes:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedQuiz, QuizzesDeleteReason> {
    return delete_(this.#client, id, options)
  }}
