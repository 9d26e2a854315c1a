// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { EnrollmentUser } from './enrollments.ts'
import type { ModuleCourse } from './modules.ts'

export interface Certificate {
  /** The id of the certificate. */
  id: string
  /** Anybody checks it at `{site_url}/certificates/{number}`, in any case, with or without dashes. */
  number: string
  /** The id of the user. */
  user_id: string
  /** The id of the course. */
  course_id: string
  /** The id of the certificate template. */
  template_id: string
  /** The version of the design by which it is drawn. */
  template_version: number
  /** A revoked certificate is shown as such by the public check. */
  status: 'issued' | 'revoked'
  /** The name on it; it stays when the person changes theirs. */
  name: string
  /** The title of the course as printed on the certificate. */
  course_title: string
  /** The name of the school as printed on the certificate. */
  school_name: string
  /** When the certificate was issued. */
  issued_at: string
  /** When the person completed the course; null for one who has not. */
  completed_at: string | null
  /** When the certificate was revoked; null if it has not been. */
  revoked_at: string | null
  /** Shown by the public check. */
  revoke_reason: string
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the certificate was created. */
  created_at: string
  /** When the certificate last changed. */
  updated_at: string
}

export interface CertificateCreate {
  /** The id of the user. */
  user_id: string
  /** The id of the course. */
  course_id: string
  /** The template to draw it by; by default the newest that names the course. */
  template_id?: string
  /** The name on the certificate; by default that of the person. */
  name?: string
}

export interface CertificateCredentialResult {
  /** The id of the certificate. */
  id: string
  /** A compact JWS (RS256). Its `kid` is the address of the public key. */
  credential: string
}

export interface CertificateFileResult {
  /** The id of the certificate. */
  id: string
  /** Anybody checks it at `{site_url}/certificates/{number}`, in any case, with or without dashes. */
  number: string
  /** Where to download the PDF, without a credential: a path at the school’s own address. */
  download_path: string
  /** When the link expires: after 24 hours. */
  download_expires_at: string
}

export interface CertificateRevokeRequest {
  /** Why it is revoked; shown by the public check. */
  reason: string
}

export type CertificateSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
export type CertificateExpand = 'user' | 'course'
/** An item of the list with the relations of `expand`. */
export type CertificateWith<E extends CertificateExpand = never> = Certificate &
  ('user' extends E ? { user: EnrollmentUser | null } : unknown) &
  ('course' extends E ? { course: ModuleCourse | null } : unknown)
/** The query of the list of Certificate. */
export interface CertificateListQuery<E extends CertificateExpand = CertificateExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<CertificateSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  user_id?: OneOrMany<string>
  course_id?: OneOrMany<string>
  template_id?: OneOrMany<string>
  status?: OneOrMany<'issued' | 'revoked'>
  issued_at?: TimeFilter
  completed_at?: TimeFilter
  revoked_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  number?: OneOrMany<string>
}

export type CertificateFileSort = 'number' | '-number'
/** The query of the list of CertificateFile. */
export interface CertificateFileListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<CertificateFileSort>
}

/** Why `certificates.list` can be refused. */
export type CertificatesListReason = CommonReason
/** List certificates; students see their own, curators those of the people assigned to them. GET /v1/certificates; needs certificates:read. */
export function list<const E extends CertificateExpand = never>(client: Caller, query: CertificateListQuery<E> = {}, options: RequestOptions = {}): ListPromise<CertificateWith<E>, CertificatesListReason> {
  return client.list({ method: 'GET', path: '/v1/certificates', query }, options)
}

/** Why `certificates.create` can be refused. */
export type CertificatesCreateReason = CommonReason | 'study_unknown' | 'template_missing' | 'name_missing' | 'name_undrawable' | 'certificate_exists'
/** Issue a certificate to a person who studies the course; a repetition answers with the valid one. POST /v1/certificates; needs certificates:write. */
export function create(client: Caller, body: CertificateCreate, options: RequestOptions = {}): ApiPromise<Certificate, CertificatesCreateReason> {
  return client.call({ method: 'POST', path: '/v1/certificates', body }, options)
}

/** Why `certificates.get` can be refused. */
export type CertificatesGetReason = CommonReason
/** Get a certificate. GET /v1/certificates/{id}; needs certificates:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Certificate, CertificatesGetReason> {
  return client.call({ method: 'GET', path: `/v1/certificates/${encodeURIComponent(id)}` }, options)
}

/** Why `certificates.revoke` can be refused. */
export type CertificatesRevokeReason = CommonReason | 'certificate_revoked'
/** Revoke a certificate; the public check shows the reason. POST /v1/certificates/{id}/revoke; needs certificates:write. */
export function revoke(client: Caller, id: string, body: CertificateRevokeRequest, options: RequestOptions = {}): ApiPromise<Certificate, CertificatesRevokeReason> {
  return client.call({ method: 'POST', path: `/v1/certificates/${encodeURIComponent(id)}/revoke`, body }, options)
}

/** Why `certificates.file` can be refused. */
export type CertificatesFileReason = CommonReason
/** Get a link to the PDF of a certificate; with `Accept: application/pdf`, the PDF itself. GET /v1/certificates/{id}/file; needs certificates:read. */
export function file(client: Caller, id: string, query: CertificateFileListQuery = {}, options: RequestOptions = {}): ListPromise<CertificateFileResult, CertificatesFileReason> {
  return client.list({ method: 'GET', path: `/v1/certificates/${encodeURIComponent(id)}/file`, query }, options)
}

/** Why `certificates.credential` can be refused. */
export type CertificatesCredentialReason = CommonReason
/** Get a certificate as an Open Badges 3.0 credential, signed by the school. GET /v1/certificates/{id}/credential; needs certificates:read. */
export function credential(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<CertificateCredentialResult, CertificatesCredentialReason> {
  return client.call({ method: 'GET', path: `/v1/certificates/${encodeURIComponent(id)}/credential` }, options)
}

/** The operations of `certificates` with a client. */
export class CertificatesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List certificates; students see their own, curators those of the people assigned to them. GET /v1/certificates; needs certificates:read. */
  list<const E extends CertificateExpand = never>(query: CertificateListQuery<E> = {}, options: RequestOptions = {}): ListPromise<CertificateWith<E>, CertificatesListReason> {
    return list(this.#client, query, options)
  }
  /** Issue a certificate to a person who studies the course; a repetition answers with the valid one. POST /v1/certificates; needs certificates:write. */
  create(body: CertificateCreate, options: RequestOptions = {}): ApiPromise<Certificate, CertificatesCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a certificate. GET /v1/certificates/{id}; needs certificates:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Certificate, CertificatesGetReason> {
    return get(this.#client, id, options)
  }
  /** Revoke a certificate; the public check shows the reason. POST /v1/certificates/{id}/revoke; needs certificates:write. */
  revoke(id: string, body: CertificateRevokeRequest, options: RequestOptions = {}): ApiPromise<Certificate, CertificatesRevokeReason> {
    return revoke(this.#client, id, body, options)
  }
  /** Get a link to the PDF of a certificate; with `Accept: application/pdf`, the PDF itself. GET /v1/certificates/{id}/file; needs certificates:read. */
  file(id: string, query: CertificateFileListQuery = {}, options: RequestOptions = {}): ListPromise<CertificateFileResult, CertificatesFileReason> {
    return file(this.#client, id, query, options)
  }
  /** Get a certificate as an Open Badges 3.0 credential, signed by the school. GET /v1/certificates/{id}/credential; needs certificates:read. */
  credential(id: string, options: RequestOptions = {}): ApiPromise<CertificateCredentialResult, CertificatesCredentialReason> {
    return credential(this.#client, id, options)
  }}
