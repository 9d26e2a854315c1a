// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface CoursePackageExportRequest {
  /** course: all of it, as POST /v1/courses/import reads it. For other products: cartridge (Common Cartridge 1.3, also for Canvas), cartridge_1_1 (the newest that Moodle takes), qti (the quizzes, QTI 2.1), scorm (SCORM 1.2, an object for each lesson). The export tells in `warnings` what they cannot have. Default: `"course"`. */
  format?: 'course' | 'cartridge' | 'cartridge_1_1' | 'qti' | 'scorm'
}

export interface CoursePackageExportResult {
  /** The id of the export. */
  id: string
  /** The id of the course. */
  course_id: string
  /** The format of the package, as it was ordered. */
  format: 'course' | 'cartridge' | 'cartridge_1_1' | 'qti' | 'scorm'
  /** The export is queued; `GET /v1/exports/{id}` shows how it goes on. */
  status: 'queued'
}

export interface CoursePackageImportRequest {
  /** A ready file: a package of this product, a Common Cartridge, also one of Canvas with all that it adds, QTI 1.2 to 3.0, SCORM 1.2 or 2004, a backup of Moodle, or a file of questions. Scripts are left out; `report` of the import tells what became of each item. */
  file_id: string
  /** Counts and reports the same as a run, and makes no course. Default: `false`. */
  dry_run?: boolean
}

export interface CoursePackageImportResult {
  /** The id of the import. */
  id: string
  /** The id of the file. */
  file_id: string
  /** Whether the package is only checked. */
  dry_run: boolean
  /** The import is queued; `GET /v1/imports/{id}` shows how it goes on. */
  status: 'queued'
}

/** Why `coursePackages.import` can be refused. */
export type CoursePackagesImportReason = CommonReason | 'package_beyond_own' | 'package_unreadable' | 'package_imports_limit_reached'
/** Import a course from a package; dry_run only checks it. GET /v1/imports/{id} has the result. POST /v1/courses/import; needs courses:write. */
function import_(client: Caller, body: CoursePackageImportRequest, options: RequestOptions = {}): ApiPromise<CoursePackageImportResult, CoursePackagesImportReason> {
  return client.call({ method: 'POST', path: '/v1/courses/import', body }, options)
}

/** Why `coursePackages.export` can be refused. */
export type CoursePackagesExportReason = CommonReason | 'package_beyond_own' | 'package_exports_limit_reached'
/** Export a course as a package; GET /v1/exports/{id} has the state and the link to the file. POST /v1/courses/{id}/export; needs courses:write. */
function export_(client: Caller, id: string, body: CoursePackageExportRequest = {}, options: RequestOptions = {}): ApiPromise<CoursePackageExportResult, CoursePackagesExportReason> {
  return client.call({ method: 'POST', path: `/v1/courses/${encodeURIComponent(id)}/export`, body }, options)
}

export { import_ as import, export_ as export }

/** The operations of `coursePackages` with a client. */
export class CoursePackagesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Import a course from a package; dry_run only checks it. GET /v1/imports/{id} has the result. POST /v1/courses/import; needs courses:write. */
  import(body: CoursePackageImportRequest, options: RequestOptions = {}): ApiPromise<CoursePackageImportResult, CoursePackagesImportReason> {
    return import_(this.#client, body, options)
  }
  /** Export a course as a package; GET /v1/exports/{id} has the state and the link to the file. POST /v1/courses/{id}/export; needs courses:write. */
  export(id: string, body: CoursePackageExportRequest = {}, options: RequestOptions = {}): ApiPromise<CoursePackageExportResult, CoursePackagesExportReason> {
    return export_(this.#client, id, body, options)
  }}
