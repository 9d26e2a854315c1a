// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedFile {
  /** The id of the file. */
  id: string
  /** Always true: the file was deleted. */
  deleted: true
}

export interface File {
  /** The id of the file. */
  id: string
  /** The name under which the file is downloaded. */
  name: string
  /** The folder, for the school’s own order; empty for none. */
  folder: string
  /** What a picture shows, for people who do not see it. */
  alt: string
  /** The media type of the file, such as `image/png`. */
  content_type: string
  /** The size of the file in bytes. */
  size: number
  /** The SHA-256 of the bytes: as announced, else as found by the check. */
  sha256: string | null
  /** uploading until the upload is reported complete, checking until its bytes are read, then ready or rejected; uploading again if bytes are missing. */
  status: 'uploading' | 'checking' | 'ready' | 'rejected'
  /** Why it was rejected: the bytes are not what was announced, or are harmful. unchecked: its check took too long, or the storage or the scanner was away for too long; reported complete again, it is checked again. */
  problem: 'size_differs' | 'hash_differs' | 'type_differs' | 'too_many_pixels' | 'infected' | 'unreadable' | 'unchecked' | null
  /** The width of an image in pixels; null for another file. */
  width: number | null
  /** The height of an image in pixels; null for another file. */
  height: number | null
  /** Pictures of an image in WebP: smaller ones, and one of its own size unless that is larger than all variants. They appear within moments after the file is ready. An animation keeps its frames. */
  variants: ({
    /** The name of the size, which an address of the picture can ask for. */
    name: 'thumbnail' | 'small' | 'medium' | 'large'
    /** The width of this size in pixels. */
    width: number
    /** The height of this size in pixels. */
    height: number
    /** The bytes of this size. */
    size: number
  })[]
  /** When the file could be used; null before. */
  ready_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the file was created. */
  created_at: string
  /** When the file last changed. */
  updated_at: string
}

export interface FileDownloadRequest {
  /** The size of the picture to download; null for the file itself. Default: `null`. */
  variant?: 'thumbnail' | 'small' | 'medium' | 'large' | null
  /** Whether browsers save it or show it; types that could run scripts are always saved. Default: `"attachment"`. */
  disposition?: 'attachment' | 'inline'
}

export interface FileDownloadResult {
  /** The id of the file. */
  id: string
  /** Where the file is fetched, without a key, until `expires_at`. */
  url: string
  /** When the link stops working. */
  expires_at: string
}

export interface FileStartRequest {
  /** The name under which the file is downloaded. */
  name: string
  /** The folder, for the school’s own order; empty for none. Default: `""`. */
  folder?: string
  /** What a picture shows, for people who do not see it. Default: `""`. */
  alt?: string
  /** The media type of the file, such as `image/png`. */
  content_type: string
  /** The size of the file in bytes. */
  size: number
  /** The SHA-256 of the bytes: as announced, else as found by the check. Default: `null`. */
  sha256?: string | null
}

export interface FileStartResult {
  /** The id of the file. */
  id: string
  /** The name under which the file is downloaded. */
  name: string
  /** The folder, for the school’s own order; empty for none. */
  folder: string
  /** What a picture shows, for people who do not see it. */
  alt: string
  /** The media type of the file, such as `image/png`. */
  content_type: string
  /** The size of the file in bytes. */
  size: number
  /** The SHA-256 of the bytes: as announced, else as found by the check. */
  sha256: string | null
  /** uploading until the upload is reported complete, checking until its bytes are read, then ready or rejected; uploading again if bytes are missing. */
  status: 'uploading' | 'checking' | 'ready' | 'rejected'
  /** Why it was rejected: the bytes are not what was announced, or are harmful. unchecked: its check took too long, or the storage or the scanner was away for too long; reported complete again, it is checked again. */
  problem: 'size_differs' | 'hash_differs' | 'type_differs' | 'too_many_pixels' | 'infected' | 'unreadable' | 'unchecked' | null
  /** The width of an image in pixels; null for another file. */
  width: number | null
  /** The height of an image in pixels; null for another file. */
  height: number | null
  /** Pictures of an image in WebP: smaller ones, and one of its own size unless that is larger than all variants. They appear within moments after the file is ready. An animation keeps its frames. */
  variants: ({
    /** The name of the size, which an address of the picture can ask for. */
    name: 'thumbnail' | 'small' | 'medium' | 'large'
    /** The width of this size in pixels. */
    width: number
    /** The height of this size in pixels. */
    height: number
    /** The bytes of this size. */
    size: number
  })[]
  /** When the file could be used; null before. */
  ready_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the file was created. */
  created_at: string
  /** When the file last changed. */
  updated_at: string
  /** Where to send the bytes of the file, and until when. */
  upload: {
    /** The parts of the file in their order; each is sent to its own address. */
    parts: {
      /** Counts up from 1. */
      number: number
      /** Always `PUT`: it tells this form from the others. */
      method: 'PUT'
      /** Where the bytes are sent, without a credential. */
      url: string
      /** Headers that the request must have. */
      headers: Record<string, string>
      /** Bytes of the part; the parts follow each other. */
      size: number
    }[]
    /** The upload must be complete by then. */
    expires_at: string
  }
}

export interface FileUpdate {
  /** The name under which the file is downloaded. */
  name?: string
  /** The folder, for the school’s own order; empty for none. */
  folder?: string
  /** What a picture shows, for people who do not see it. */
  alt?: string
}

export type FileSort = 'created_at' | '-created_at' | 'name' | '-name' | 'size' | '-size'
/** The query of the list of File. */
export interface FileListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<FileSort>
  /** Words to search for. */
  q?: string
  status?: OneOrMany<'uploading' | 'checking' | 'ready' | 'rejected'>
  problem?: OneOrMany<'size_differs' | 'hash_differs' | 'type_differs' | 'too_many_pixels' | 'infected' | 'unreadable' | 'unchecked'>
  ready_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  name?: OneOrMany<string>
  folder?: OneOrMany<string>
  content_type?: OneOrMany<string>
  sha256?: OneOrMany<string>
}

/** Why `files.list` can be refused. */
export type FilesListReason = CommonReason
/** List files; students and curators see those that they have uploaded. GET /v1/files; needs files:read. */
export function list(client: Caller, query: FileListQuery = {}, options: RequestOptions = {}): ListPromise<File, FilesListReason> {
  return client.list({ method: 'GET', path: '/v1/files', query }, options)
}

/** Why `files.start` can be refused. */
export type FilesStartReason = CommonReason | 'storage_limit_reached' | 'own_files_limit_reached' | 'outcome_unknown' | 'files_limit_reached'
/** Start the upload of a file; students and curators have a quota for answers and comments. POST /v1/files/upload-url; needs files:write. */
export function start(client: Caller, body: FileStartRequest, options: RequestOptions = {}): ApiPromise<FileStartResult, FilesStartReason> {
  return client.call({ method: 'POST', path: '/v1/files/upload-url', body }, options)
}

/** Why `files.get` can be refused. */
export type FilesGetReason = CommonReason
/** Get a file. GET /v1/files/{id}; needs files:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<File, FilesGetReason> {
  return client.call({ method: 'GET', path: `/v1/files/${encodeURIComponent(id)}` }, options)
}

/** Why `files.update` can be refused. */
export type FilesUpdateReason = CommonReason
/** Change the name, the folder or the alt text of a file. PATCH /v1/files/{id}; needs files:write. */
export function update(client: Caller, id: string, body: FileUpdate = {}, options: RequestOptions = {}): ApiPromise<File, FilesUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/files/${encodeURIComponent(id)}`, body }, options)
}

/** Why `files.delete` can be refused. */
export type FilesDeleteReason = CommonReason | 'file_in_use'
/** Delete a file that is not used. DELETE /v1/files/{id}; needs files:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedFile, FilesDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/files/${encodeURIComponent(id)}` }, options)
}

/** Why `files.complete` can be refused. */
export type FilesCompleteReason = CommonReason | 'upload_incomplete' | 'outcome_unknown'
/** Complete an upload; its bytes are checked, again if an earlier check could not be made. POST /v1/files/{id}/complete; needs files:write. */
export function complete(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<File, FilesCompleteReason> {
  return client.call({ method: 'POST', path: `/v1/files/${encodeURIComponent(id)}/complete` }, options)
}

/** Why `files.download` can be refused. */
export type FilesDownloadReason = CommonReason | 'file_not_ready' | 'variant_missing'
/** Get a download link that works for anybody for a day. POST /v1/files/{id}/download-url; needs files:read. */
export function download(client: Caller, id: string, body: FileDownloadRequest = {}, options: RequestOptions = {}): ApiPromise<FileDownloadResult, FilesDownloadReason> {
  return client.call({ method: 'POST', path: `/v1/files/${encodeURIComponent(id)}/download-url`, body }, options)
}

export { delete_ as delete }

/** The operations of `files` with a client. */
export class FilesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List files; students and curators see those that they have uploaded. GET /v1/files; needs files:read. */
  list(query: FileListQuery = {}, options: RequestOptions = {}): ListPromise<File, FilesListReason> {
    return list(this.#client, query, options)
  }
  /** Start the upload of a file; students and curators have a quota for answers and comments. POST /v1/files/upload-url; needs files:write. */
  start(body: FileStartRequest, options: RequestOptions = {}): ApiPromise<FileStartResult, FilesStartReason> {
    return start(this.#client, body, options)
  }
  /** Get a file. GET /v1/files/{id}; needs files:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<File, FilesGetReason> {
    return get(this.#client, id, options)
  }
  /** Change the name, the folder or the alt text of a file. PATCH /v1/files/{id}; needs files:write. */
  update(id: string, body: FileUpdate = {}, options: RequestOptions = {}): ApiPromise<File, FilesUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a file that is not used. DELETE /v1/files/{id}; needs files:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedFile, FilesDeleteReason> {
    return delete_(this.#client, id, options)
  }
  /** Complete an upload; its bytes are checked, again if an earlier check could not be made. POST /v1/files/{id}/complete; needs files:write. */
  complete(id: string, options: RequestOptions = {}): ApiPromise<File, FilesCompleteReason> {
    return complete(this.#client, id, options)
  }
  /** Get a download link that works for anybody for a day. POST /v1/files/{id}/download-url; needs files:read. */
  download(id: string, body: FileDownloadRequest = {}, options: RequestOptions = {}): ApiPromise<FileDownloadResult, FilesDownloadReason> {
    return download(this.#client, id, body, options)
  }}
