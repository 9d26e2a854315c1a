// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface CourseStructure {
  /** The id of the course. */
  id: string
  /** The version of the course, which rises with each change of the tree. */
  version: number
  /** The modules in the order of the course. */
  modules: ({
    /** The id of the module. */
    id: string
    /** What students read above the lessons of the module. */
    title: string
    /** The lessons in the order of the module. */
    lessons: ({
      /** The id of the lesson. */
      id: string
      /** What students read in the table of contents and above the lesson. */
      title: string
      /** What students do in it. */
      kind: 'lesson' | 'practice' | 'test' | 'live'
      /** Students see a published lesson of a published course. */
      status: 'draft' | 'published'
      /** How long it takes, as its authors estimate. */
      duration_seconds: number | null
      /** Whether the course is completed only with this lesson. */
      required: boolean
      /** The blocks in the order of the lesson. */
      blocks: ({
        /** The id of the lesson block. */
        id: string
        /** What the block shows. */
        kind: 'text' | 'video' | 'audio' | 'file' | 'quiz' | 'assignment' | 'embed'
      })[]
    })[]
  })[]
}

export interface CourseStructureArrangeRequest {
  /** All modules and lessons of the course, each once, in their new order. */
  modules: {
    /** The id of the module. */
    id: string
    /** The ids of the lessons. */
    lesson_ids: string[]
  }[]
}

/** Why `courseStructures.get` can be refused. */
export type CourseStructuresGetReason = CommonReason
/** Get the tree of modules, lessons and blocks of a course. GET /v1/courses/{id}/structure; needs courses:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<CourseStructure, CourseStructuresGetReason> {
  return client.call({ method: 'GET', path: `/v1/courses/${encodeURIComponent(id)}/structure` }, options)
}

/** Why `courseStructures.arrange` can be refused. */
export type CourseStructuresArrangeReason = CommonReason | 'structure_differs' | 'lessons_circular'
/** Reorder the modules and lessons of a course, or move lessons to other modules. PUT /v1/courses/{id}/structure; needs courses:write. */
export function arrange(client: Caller, id: string, body: CourseStructureArrangeRequest, options: RequestOptions = {}): ApiPromise<CourseStructure, CourseStructuresArrangeReason> {
  return client.call({ method: 'PUT', path: `/v1/courses/${encodeURIComponent(id)}/structure`, body }, options)
}

/** The operations of `courseStructures` with a client. */
export class CourseStructuresApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Get the tree of modules, lessons and blocks of a course. GET /v1/courses/{id}/structure; needs courses:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<CourseStructure, CourseStructuresGetReason> {
    return get(this.#client, id, options)
  }
  /** Reorder the modules and lessons of a course, or move lessons to other modules. PUT /v1/courses/{id}/structure; needs courses:write. */
  arrange(id: string, body: CourseStructureArrangeRequest, options: RequestOptions = {}): ApiPromise<CourseStructure, CourseStructuresArrangeReason> {
    return arrange(this.#client, id, body, options)
  }}
