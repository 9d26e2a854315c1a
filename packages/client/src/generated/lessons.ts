// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { ModuleCourse } from './modules.ts'

export interface DeletedLesson {
  /** The id of the lesson. */
  id: string
  /** Always true: the lesson was deleted. */
  deleted: true
}

export interface Lesson {
  /** The id of the lesson. */
  id: string
  /** The id of the course. */
  course_id: string
  /** The id of the module. */
  module_id: string
  /** What students read in the table of contents and above the lesson. */
  title: string
  /** What students read before the lesson opens. */
  description: string
  /** What students do in it. */
  kind: 'lesson' | 'practice' | 'test' | 'live'
  /** Students see a published lesson of a published course. */
  status: 'draft' | 'published'
  /** How long it takes, as its authors estimate. */
  duration_seconds: number | null
  /** Whether the course is completed only with this lesson. */
  required: boolean
  /** When a person has completed it. Staff may mark it as completed whatever the rule says. */
  completion: {
    /** Whether all conditions must hold, or one is enough. */
    match: 'all' | 'any'
    /** viewed: viewed_percent of the lesson. marked: the student has marked it as done. quiz: its quizzes are passed. homework: its homework is accepted. */
    conditions: ('viewed' | 'marked' | 'quiz' | 'homework')[]
    /** The share of the lesson that counts as viewed. */
    viewed_percent: number
  }
  /** Whether `completion` follows from the content: its quizzes are passed and its homework accepted; without any, the student marks it, but not a test. */
  completion_follows: boolean
  /** Whether staff are changing its blocks in a draft: students see the published ones until the draft is published. */
  has_draft: boolean
  /** Its place in the module, from 1. PUT /v1/courses/{id}/structure sets it. */
  position: number
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the lesson was created. */
  created_at: string
  /** When the lesson last changed. */
  updated_at: string
}

export interface LessonCreate {
  /** The id of the module. */
  module_id: string
  /** What students read in the table of contents and above the lesson. */
  title: string
  /** What students read before the lesson opens. Default: `""`. */
  description?: string
  /** What students do in it. Default: `"lesson"`. */
  kind?: 'lesson' | 'practice' | 'test' | 'live'
  /** Students see a published lesson of a published course. Default: `"draft"`. */
  status?: 'draft' | 'published'
  /** How long it takes, as its authors estimate. Default: `null`. */
  duration_seconds?: number | null
  /** Whether the course is completed only with this lesson. Default: `true`. */
  required?: boolean
  /** When a person has completed it; null: it follows from its quizzes and homework, and without any from a mark. Default: `null`. */
  completion?: {
    /** Whether all conditions must hold, or one is enough. */
    match: 'all' | 'any'
    /** viewed: viewed_percent of the lesson. marked: the student has marked it as done. quiz: its quizzes are passed. homework: its homework is accepted. */
    conditions: ('viewed' | 'marked' | 'quiz' | 'homework')[]
    /** The share of the lesson that counts as viewed. */
    viewed_percent: number
  } | null
}

export interface LessonUpdate {
  /** What students read in the table of contents and above the lesson. */
  title?: string
  /** What students read before the lesson opens. */
  description?: string
  /** What students do in it. */
  kind?: 'lesson' | 'practice' | 'test' | 'live'
  /** Students see a published lesson of a published course. */
  status?: 'draft' | 'published'
  /** How long it takes, as its authors estimate. */
  duration_seconds?: number | null
  /** Whether the course is completed only with this lesson. */
  required?: boolean
  /** When a person has completed it; null: it follows from its quizzes and homework, and without any from a mark. */
  completion?: {
    /** Whether all conditions must hold, or one is enough. */
    match: 'all' | 'any'
    /** viewed: viewed_percent of the lesson. marked: the student has marked it as done. quiz: its quizzes are passed. homework: its homework is accepted. */
    conditions: ('viewed' | 'marked' | 'quiz' | 'homework')[]
    /** The share of the lesson that counts as viewed. */
    viewed_percent: number
  } | null
  /** `begin`: from now on its blocks are changed in a draft, which students do not see. `publish`: all changes of the draft at once. `discard`: the blocks stay as students see them. */
  draft?: 'begin' | 'publish' | 'discard'
  /** Changes nothing: only answers with what the change would close and open. */
  dry_run?: boolean
}

export interface LessonUpdateResult {
  /** The id of the lesson. */
  id: string
  /** The id of the course. */
  course_id: string
  /** The id of the module. */
  module_id: string
  /** What students read in the table of contents and above the lesson. */
  title: string
  /** What students read before the lesson opens. */
  description: string
  /** What students do in it. */
  kind: 'lesson' | 'practice' | 'test' | 'live'
  /** Students see a published lesson of a published course. */
  status: 'draft' | 'published'
  /** How long it takes, as its authors estimate. */
  duration_seconds: number | null
  /** Whether the course is completed only with this lesson. */
  required: boolean
  /** When a person has completed it. Staff may mark it as completed whatever the rule says. */
  completion: {
    /** Whether all conditions must hold, or one is enough. */
    match: 'all' | 'any'
    /** viewed: viewed_percent of the lesson. marked: the student has marked it as done. quiz: its quizzes are passed. homework: its homework is accepted. */
    conditions: ('viewed' | 'marked' | 'quiz' | 'homework')[]
    /** The share of the lesson that counts as viewed. */
    viewed_percent: number
  }
  /** Whether `completion` follows from the content: its quizzes are passed and its homework accepted; without any, the student marks it, but not a test. */
  completion_follows: boolean
  /** Whether staff are changing its blocks in a draft: students see the published ones until the draft is published. */
  has_draft: boolean
  /** Its place in the module, from 1. PUT /v1/courses/{id}/structure sets it. */
  position: number
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the lesson was created. */
  created_at: string
  /** When the lesson last changed. */
  updated_at: string
  /** What the change would close and open, with `dry_run`; otherwise null. */
  closes: {
    /** The lessons that the change closes, in the order of the course. */
    lessons: {
      /** A lesson that is open now, and would be closed. */
      lesson_id: string
      /** The people to whom it would be closed. */
      people: number
    }[]
    /** The lessons that the change opens, in the order of the course. */
    opens: {
      /** A lesson that is closed now, and would be open. */
      lesson_id: string
      /** The people to whom it would open. */
      people: number
    }[]
    /** The modules and lessons whose opening rules wait for a lesson that would be withdrawn. */
    waiting: string[]
    /** The people to whom the change closes a lesson. */
    people: number
    /** The people whose lessons were computed: all whose study runs, up to 2000. */
    people_read: number
  } | null
}

export type LessonSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'position' | '-position' | 'title' | '-title'
export type LessonExpand = 'course'
/** An item of the list with the relations of `expand`. */
export type LessonWith<E extends LessonExpand = never> = Lesson &
  ('course' extends E ? { course: ModuleCourse | null } : unknown)
/** The query of the list of Lesson. */
export interface LessonListQuery<E extends LessonExpand = LessonExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<LessonSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  course_id?: OneOrMany<string>
  module_id?: OneOrMany<string>
  kind?: OneOrMany<'lesson' | 'practice' | 'test' | 'live'>
  status?: OneOrMany<'draft' | 'published'>
  required?: OneOrMany<boolean>
  completion_follows?: OneOrMany<boolean>
  has_draft?: OneOrMany<boolean>
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `lessons.list` can be refused. */
export type LessonsListReason = CommonReason
/** List lessons. GET /v1/lessons; needs lessons:read. */
export function list<const E extends LessonExpand = never>(client: Caller, query: LessonListQuery<E> = {}, options: RequestOptions = {}): ListPromise<LessonWith<E>, LessonsListReason> {
  return client.list({ method: 'GET', path: '/v1/lessons', query }, options)
}

/** Why `lessons.create` can be refused. */
export type LessonsCreateReason = CommonReason | 'lesson_module_unknown' | 'lessons_limit_reached'
/** Add a lesson at the end of a module. POST /v1/lessons; needs lessons:write. */
export function create(client: Caller, body: LessonCreate, options: RequestOptions = {}): ApiPromise<Lesson, LessonsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/lessons', body }, options)
}

/** Why `lessons.get` can be refused. */
export type LessonsGetReason = CommonReason
/** Get a lesson. GET /v1/lessons/{id}; needs lessons:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Lesson, LessonsGetReason> {
  return client.call({ method: 'GET', path: `/v1/lessons/${encodeURIComponent(id)}` }, options)
}

/** Why `lessons.update` can be refused. */
export type LessonsUpdateReason = CommonReason | 'lesson_without_draft'
/** Change a lesson; with `dry_run` say whom its withdrawal would close it to. PATCH /v1/lessons/{id}; needs lessons:write. */
export function update(client: Caller, id: string, body: LessonUpdate = {}, options: RequestOptions = {}): ApiPromise<LessonUpdateResult, LessonsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/lessons/${encodeURIComponent(id)}`, body }, options)
}

/** Why `lessons.delete` can be refused. */
export type LessonsDeleteReason = CommonReason | 'lesson_named' | 'lesson_studied' | 'lesson_worked_in'
/** Delete a lesson with its blocks, quizzes and homework that nobody has begun. DELETE /v1/lessons/{id}; needs lessons:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedLesson, LessonsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/lessons/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `lessons` with a client. */
export class LessonsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List lessons. GET /v1/lessons; needs lessons:read. */
  list<const E extends LessonExpand = never>(query: LessonListQuery<E> = {}, options: RequestOptions = {}): ListPromise<LessonWith<E>, LessonsListReason> {
    return list(this.#client, query, options)
  }
  /** Add a lesson at the end of a module. POST /v1/lessons; needs lessons:write. */
  create(body: LessonCreate, options: RequestOptions = {}): ApiPromise<Lesson, LessonsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a lesson. GET /v1/lessons/{id}; needs lessons:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Lesson, LessonsGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a lesson; with `dry_run` say whom its withdrawal would close it to. PATCH /v1/lessons/{id}; needs lessons:write. */
  update(id: string, body: LessonUpdate = {}, options: RequestOptions = {}): ApiPromise<LessonUpdateResult, LessonsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a lesson with its blocks, quizzes and homework that nobody has begun. DELETE /v1/lessons/{id}; needs lessons:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedLesson, LessonsDeleteReason> {
    return delete_(this.#client, id, options)
  }}
