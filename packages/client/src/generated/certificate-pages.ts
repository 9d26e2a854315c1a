// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface CertificatePageCheckResult {
  /** Anybody checks it at `{site_url}/certificates/{number}`, in any case, with or without dashes. */
  number: string
  /** A revoked certificate is shown as such by the public check. */
  status: 'issued' | 'revoked'
  /** The name on it; it stays when the person changes theirs. */
  name: string
  /** The title of the course as printed on the certificate. */
  course_title: string
  /** The name of the school as printed on the certificate. */
  school_name: string
  /** When it was issued. */
  issued_at: string
  /** When the person completed the course; null for one who has not. */
  completed_at: string | null
  /** When it was revoked; null if it has not been. */
  revoked_at: string | null
  /** Shown by the public check. */
  revoke_reason: string
}

/** Why `certificatePages.check` can be refused. */
export type CertificatePagesCheckReason = CommonReason
/** Check a certificate; browsers get a page. GET /certificates/{number}. */
export function check(client: Caller, number: string, options: RequestOptions = {}): ApiPromise<CertificatePageCheckResult, CertificatePagesCheckReason> {
  return client.call({ method: 'GET', path: `/certificates/${encodeURIComponent(number)}` }, options)
}

/** The operations of `certificatePages` with a client. */
export class CertificatePagesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Check a certificate; browsers get a page. GET /certificates/{number}. */
  check(number: string, options: RequestOptions = {}): ApiPromise<CertificatePageCheckResult, CertificatePagesCheckReason> {
    return check(this.#client, number, options)
  }}
