// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface Export {
  /** The id of the export. */
  id: string
  /** list: the objects of one list. course: a package of one course (POST /v1/courses/{id}/export). full: the whole school (POST /v1/exports/full). */
  kind: 'list' | 'course' | 'full'
  /** The path of the list, or of the course; that of the operation for a whole school. */
  list: string
  /** Filters, `q` and `sort`, as in the address of the list. Without a sort the oldest objects come first. */
  query: string
  /** The columns, in their order: `number`, `items.name`. Null for all fields; a table of `/v1/users` then has a column for each own field, and tags, groups and consents, as an import takes them. */
  fields: string[] | null
  /** Related objects, as in the list; `fields` may name theirs. */
  expand: string[]
  /** csv (RFC 4180), xlsx (a workbook with real numbers and dates), jsonl (an object of the API in each line). course, cartridge, cartridge_1_1, qti: zips that POST /v1/courses/import reads; the last three are Common Cartridge 1.3 and 1.1, and QTI 2.1. scorm: SCORM 1.2. archive: a zip with rows, events and files, described by its README.md. */
  format: 'csv' | 'xlsx' | 'jsonl' | 'course' | 'cartridge' | 'cartridge_1_1' | 'qti' | 'scorm' | 'archive'
  /** The IANA name of the zone of times in csv and xlsx. */
  time_zone: string
  /** Whether a csv begins with a byte order mark, without which Excel does not see that it is UTF-8. */
  bom: boolean
  /** queued: one export of a school runs at a time. expired: the file is deleted. */
  status: 'queued' | 'running' | 'finished' | 'failed' | 'expired'
  /** caller_without_right: the key that ordered it was revoked, or may not read the list any more. list_refused: the list does not exist any more. too_large: the file exceeds 1 GiB; order parts by filters. An archive may have 156 GiB. unavailable: a service was unavailable for too long. */
  failure: 'caller_without_right' | 'list_refused' | 'too_large' | 'unavailable' | null
  /** How far the export has come. */
  progress: {
    /** Objects; of a whole school also events and files. */
    done: number
    /** Null until the export is ready: lists have no total. */
    total: number | null
  }
  /** What the list ignored of the query; columns whose long texts a workbook cuts; what a package leaves out. */
  warnings: string[]
  /** The size of the file in bytes; null until it is ready. */
  size: number | null
  /** The key or session that ordered it. The export has its rights at each moment. */
  key_id: string
  /** The person who ordered it; null for a key without one. */
  user_id: string | null
  /** Where to download a ready file, without a credential. Shown to the key and the person who ordered it, and to administrators who may read all that is in it; of a whole school to owners. */
  download_url: string | null
  /** When the link and the file expire: 24 hours after the last row. */
  expires_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the export was created. */
  created_at: string
  /** When the export last changed. */
  updated_at: string
}

export interface ExportCreate {
  /** The path of the list, or of the course; that of the operation for a whole school. */
  list: string
  /** Filters, `q` and `sort`, as in the address of the list. Without a sort the oldest objects come first. Default: `""`. */
  query?: string
  /** The columns, in their order: `number`, `items.name`. Null for all fields; a table of `/v1/users` then has a column for each own field, and tags, groups and consents, as an import takes them. Default: `null`. */
  fields?: string[] | null
  /** Related objects, as in the list; `fields` may name theirs. Default: `[]`. */
  expand?: string[]
  /** The format of the file: a table as CSV or XLSX, or JSON Lines. Default: `"csv"`. */
  format?: 'csv' | 'xlsx' | 'jsonl'
  /** The IANA name of the zone of times in csv and xlsx. Default: `"UTC"`. */
  time_zone?: string
  /** Whether a csv begins with a byte order mark, without which Excel does not see that it is UTF-8. Default: `false`. */
  bom?: boolean
}

export type ExportSort = 'created_at' | '-created_at'
/** The query of the list of Export. */
export interface ExportListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<ExportSort>
  kind?: OneOrMany<'list' | 'course' | 'full'>
  format?: OneOrMany<'csv' | 'xlsx' | 'jsonl' | 'course' | 'cartridge' | 'cartridge_1_1' | 'qti' | 'scorm' | 'archive'>
  bom?: OneOrMany<boolean>
  status?: OneOrMany<'queued' | 'running' | 'finished' | 'failed' | 'expired'>
  failure?: OneOrMany<'caller_without_right' | 'list_refused' | 'too_large' | 'unavailable'>
  user_id?: OneOrMany<string>
  expires_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `exports.list` can be refused. */
export type ExportsListReason = CommonReason
/** List exports. GET /v1/exports; needs exports:read. */
export function list(client: Caller, query: ExportListQuery = {}, options: RequestOptions = {}): ListPromise<Export, ExportsListReason> {
  return client.list({ method: 'GET', path: '/v1/exports', query }, options)
}

/** Why `exports.create` can be refused. */
export type ExportsCreateReason = CommonReason | 'export_list_unknown' | 'export_fields_unknown' | 'export_beyond_own' | 'exports_limit_reached'
/** Start an export of a list; GET /v1/exports/{id} has its state and link. POST /v1/exports; needs exports:write. */
export function create(client: Caller, body: ExportCreate, options: RequestOptions = {}): ApiPromise<Export, ExportsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/exports', body }, options)
}

/** Why `exports.get` can be refused. */
export type ExportsGetReason = CommonReason
/** Get the state of an export, and the link to its file. GET /v1/exports/{id}; needs exports:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Export, ExportsGetReason> {
  return client.call({ method: 'GET', path: `/v1/exports/${encodeURIComponent(id)}` }, options)
}

/** The operations of `exports` with a client. */
export class ExportsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List exports. GET /v1/exports; needs exports:read. */
  list(query: ExportListQuery = {}, options: RequestOptions = {}): ListPromise<Export, ExportsListReason> {
    return list(this.#client, query, options)
  }
  /** Start an export of a list; GET /v1/exports/{id} has its state and link. POST /v1/exports; needs exports:write. */
  create(body: ExportCreate, options: RequestOptions = {}): ApiPromise<Export, ExportsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get the state of an export, and the link to its file. GET /v1/exports/{id}; needs exports:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Export, ExportsGetReason> {
    return get(this.#client, id, options)
  }}
