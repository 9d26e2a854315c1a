// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface Course {
  /** The id of the course. */
  id: string
  /** Shown in lists, on the page of the course and on certificates. */
  title: string
  /** Shown to people who may study the course. */
  description: string
  /** The picture of the course: a ready file. */
  cover_file_id: string | null
  /** The names of its authors, as students read them. */
  authors: string[]
  /** The zone in which its lessons open and its deadlines end; null for the zone of the school. */
  time_zone: string | null
  /** What a person still reads after the last access has ended: nothing, or the lessons that had opened. */
  after_access: 'nothing' | 'opened_lessons'
  /** Who sees the course while it is published: everyone, in the catalogue, too; or only those who study it, or have studied it. */
  visibility: 'everyone' | 'students'
  /** The categories of the gradebook, by whose weights the total counts. Without any all quizzes and homework count alike. */
  grade_categories: {
    /** What quizzes and homework name; it stays when the title changes. */
    key: string
    /** What the gradebook calls it. */
    title: string
    /** What it counts in the total beside the other categories: twice as much with twice the weight. */
    weight: number
    /** How many of the lowest results of each person do not count; one always counts. */
    drop_lowest: number
  }[]
  /** Students see a published course, and an archived one that they study: nobody new begins it. */
  status: 'draft' | 'published' | 'archived'
  /** When it was last published. */
  published_at: string | null
  /** How far the copy of another course is; null for a course that is no copy. */
  building: {
    /** The number of lessons that the copy has passed; `problems` says what it left out. */
    done: number
    /** The number of lessons to copy. */
    total: number
    /** What the copy could not take over. */
    problems: string[]
  } | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the course was created. */
  created_at: string
  /** When the course last changed. */
  updated_at: string
}

export interface CourseCreate {
  /** Shown in lists, on the page of the course and on certificates. */
  title: string
  /** Shown to people who may study the course. Default: `""`. */
  description?: string
  /** The picture of the course: a ready file. Default: `null`. */
  cover_file_id?: string | null
  /** The names of its authors, as students read them. Default: `[]`. */
  authors?: string[]
  /** The zone in which its lessons open and its deadlines end; null for the zone of the school. Default: `null`. */
  time_zone?: string | null
  /** What a person still reads after the last access has ended: nothing, or the lessons that had opened. Default: `"nothing"`. */
  after_access?: 'nothing' | 'opened_lessons'
  /** Who sees the course while it is published: everyone, in the catalogue, too; or only those who study it, or have studied it. Default: `"everyone"`. */
  visibility?: 'everyone' | 'students'
  /** The categories of the gradebook, by whose weights the total counts. Without any all quizzes and homework count alike. Default: `[]`. */
  grade_categories?: {
    /** What quizzes and homework name; it stays when the title changes. */
    key: string
    /** What the gradebook calls it. */
    title: string
    /** What it counts in the total beside the other categories: twice as much with twice the weight. */
    weight: number
    /** How many of the lowest results of each person do not count; one always counts. */
    drop_lowest: number
  }[]
}

export interface CourseUpdate {
  /** Shown in lists, on the page of the course and on certificates. */
  title?: string
  /** Shown to people who may study the course. */
  description?: string
  /** The picture of the course: a ready file. */
  cover_file_id?: string | null
  /** The names of its authors, as students read them. */
  authors?: string[]
  /** The zone in which its lessons open and its deadlines end; null for the zone of the school. */
  time_zone?: string | null
  /** What a person still reads after the last access has ended: nothing, or the lessons that had opened. */
  after_access?: 'nothing' | 'opened_lessons'
  /** Who sees the course while it is published: everyone, in the catalogue, too; or only those who study it, or have studied it. */
  visibility?: 'everyone' | 'students'
  /** The categories of the gradebook, by whose weights the total counts. Without any all quizzes and homework count alike. */
  grade_categories?: {
    /** What quizzes and homework name; it stays when the title changes. */
    key: string
    /** What the gradebook calls it. */
    title: string
    /** What it counts in the total beside the other categories: twice as much with twice the weight. */
    weight: number
    /** How many of the lowest results of each person do not count; one always counts. */
    drop_lowest: number
  }[]
  /** Archives a published course. */
  status?: 'archived'
}

export interface DeletedCourse {
  /** The id of the course. */
  id: string
  /** Always true: the course was deleted. */
  deleted: true
}

export type CourseSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'title' | '-title'
/** The query of the list of Course. */
export interface CourseListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<CourseSort>
  cover_file_id?: OneOrMany<string>
  after_access?: OneOrMany<'nothing' | 'opened_lessons'>
  visibility?: OneOrMany<'everyone' | 'students'>
  status?: OneOrMany<'draft' | 'published' | 'archived'>
  published_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `courses.list` can be refused. */
export type CoursesListReason = CommonReason
/** List courses. GET /v1/courses; needs courses:read. */
export function list(client: Caller, query: CourseListQuery = {}, options: RequestOptions = {}): ListPromise<Course, CoursesListReason> {
  return client.list({ method: 'GET', path: '/v1/courses', query }, options)
}

/** Why `courses.create` can be refused. */
export type CoursesCreateReason = CommonReason | 'grade_category_twice' | 'courses_limit_reached'
/** Create a course, as a draft without lessons. POST /v1/courses; needs courses:write. */
export function create(client: Caller, body: CourseCreate, options: RequestOptions = {}): ApiPromise<Course, CoursesCreateReason> {
  return client.call({ method: 'POST', path: '/v1/courses', body }, options)
}

/** Why `courses.get` can be refused. */
export type CoursesGetReason = CommonReason
/** Get a course. GET /v1/courses/{id}; needs courses:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Course, CoursesGetReason> {
  return client.call({ method: 'GET', path: `/v1/courses/${encodeURIComponent(id)}` }, options)
}

/** Why `courses.update` can be refused. */
export type CoursesUpdateReason = CommonReason | 'course_not_published' | 'course_named' | 'grade_category_twice' | 'grade_category_named'
/** Change a course, or archive it. PATCH /v1/courses/{id}; needs courses:write. */
export function update(client: Caller, id: string, body: CourseUpdate = {}, options: RequestOptions = {}): ApiPromise<Course, CoursesUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/courses/${encodeURIComponent(id)}`, body }, options)
}

/** Why `courses.delete` can be refused. */
export type CoursesDeleteReason = CommonReason | 'course_studied' | 'course_named'
/** Delete a course that nobody has studied. DELETE /v1/courses/{id}; needs courses:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedCourse, CoursesDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/courses/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `courses` with a client. */
export class CoursesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List courses. GET /v1/courses; needs courses:read. */
  list(query: CourseListQuery = {}, options: RequestOptions = {}): ListPromise<Course, CoursesListReason> {
    return list(this.#client, query, options)
  }
  /** Create a course, as a draft without lessons. POST /v1/courses; needs courses:write. */
  create(body: CourseCreate, options: RequestOptions = {}): ApiPromise<Course, CoursesCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a course. GET /v1/courses/{id}; needs courses:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Course, CoursesGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a course, or archive it. PATCH /v1/courses/{id}; needs courses:write. */
  update(id: string, body: CourseUpdate = {}, options: RequestOptions = {}): ApiPromise<Course, CoursesUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a course that nobody has studied. DELETE /v1/courses/{id}; needs courses:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedCourse, CoursesDeleteReason> {
    return delete_(this.#client, id, options)
  }}
