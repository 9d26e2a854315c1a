// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedSubmission {
  /** The id of the form submission. */
  id: string
  /** Always true: the form submission was deleted. */
  deleted: true
}

export interface Submission {
  /** The id of the form submission. */
  id: string
  /** The id of the form. */
  form_id: string
  /** received until its person is found or created, then processed; failed if the answers allow no person; spam if it counts as such. Spam is deleted 30 days after its last change. */
  status: 'received' | 'finished' | 'failed' | 'spam'
  /** The person, once found or created. */
  user_id: string | null
  /** Whether the submission created the person. */
  created_user: boolean
  /** By key of the form; a multi_select has its choices on lines. */
  answers: {
    /** The key of the field. */
    key: string
    /** What the visitor entered. */
    value: string
  }[]
  /** Fields of an outside landing page that the form does not have. */
  unmapped: {
    /** The key of the field. */
    key: string
    /** What the visitor entered. */
    value: string
  }[]
  /** What was agreed to, as it was shown. */
  consents: {
    /** The key of the consent in the form. */
    key: string
    /** Rises with each change; send it as `If-Match`. */
    version: number
    /** The words that the visitor agreed to. */
    text: string
  }[]
  /** A page of the school, a script, or an outside builder. */
  source: 'page' | 'script' | 'external'
  /** The page with the form; empty if unknown. */
  page_url: string
  /** The page that led there; empty if unknown. */
  referrer: string
  /** The UTM parameters of the visit: `utm_source` as `source`, and so on; empty if absent. */
  utm: {
    /** The value of `utm_source`. */
    source: string
    /** The value of `utm_medium`. */
    medium: string
    /** The value of `utm_campaign`. */
    campaign: string
    /** The value of `utm_term`. */
    term: string
    /** The value of `utm_content`. */
    content: string
  }
  /** Why the submission counts as spam; null if it does not. */
  spam_reason: 'honeypot' | 'too_fast' | 'foreign_origin' | 'too_many' | 'marked' | null
  /** Of spam: what it caused and could not be taken back. A person stays whom anything else concerns. */
  not_taken_back: ('user' | 'tags' | 'consents')[]
  /** When its person and consents were entered in the school; null before. */
  finished_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the form submission was created. */
  created_at: string
  /** When the form submission last changed. */
  updated_at: string
}

export interface SubmissionCreate {
  /** The id of the form. */
  form_id: string
  /** By key of the form. A multi_select is a list. Default: `{}`. */
  answers?: Record<string, string | number | boolean | string[]>
  /** Fields of an outside landing page by its own names. The mapping of the form says which they are. What it does not map, or what does not fit, is kept in unmapped; nothing is missing. Default: `{}`. */
  fields?: Record<string, string | number | boolean | string[]>
  /** Keys of the consents that were given. Default: `[]`. */
  consents?: string[]
  /** The page with the form; empty if unknown. Default: `""`. */
  page_url?: string
  /** The page that led there; empty if unknown. Default: `""`. */
  referrer?: string
  /** The UTM parameters of the visit: `utm_source` as `source`, and so on; empty if absent. Default: `{}`. */
  utm?: {
    /** The value of `utm_source`. Default: `""`. */
    source?: string
    /** The value of `utm_medium`. Default: `""`. */
    medium?: string
    /** The value of `utm_campaign`. Default: `""`. */
    campaign?: string
    /** The value of `utm_term`. Default: `""`. */
    term?: string
    /** The value of `utm_content`. Default: `""`. */
    content?: string
  }
}

export interface SubmissionUpdate {
  /** Whether staff take the submission for spam. */
  spam: boolean
}

export type SubmissionSort = 'created_at' | '-created_at'
/** The query of the list of Submission. */
export interface SubmissionListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<SubmissionSort>
  form_id?: OneOrMany<string>
  status?: OneOrMany<'received' | 'finished' | 'failed' | 'spam'>
  user_id?: OneOrMany<string>
  created_user?: OneOrMany<boolean>
  source?: OneOrMany<'page' | 'script' | 'external'>
  spam_reason?: OneOrMany<'honeypot' | 'too_fast' | 'foreign_origin' | 'too_many' | 'marked'>
  finished_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `submissions.list` can be refused. */
export type SubmissionsListReason = CommonReason
/** List form submissions. GET /v1/form-submissions; needs form-submissions:read. */
export function list(client: Caller, query: SubmissionListQuery = {}, options: RequestOptions = {}): ListPromise<Submission, SubmissionsListReason> {
  return client.list({ method: 'GET', path: '/v1/form-submissions', query }, options)
}

/** Why `submissions.create` can be refused. */
export type SubmissionsCreateReason = CommonReason | 'form_unknown' | 'form_closed' | 'answers_invalid' | 'answers_too_large' | 'origin_refused' | 'outcome_unknown'
/** Submit a form; its person is matched by e-mail, then phone, or created. Repeated answers within ten minutes count once. POST /v1/form-submissions; needs form-submissions:write. */
export function create(client: Caller, body: SubmissionCreate, options: RequestOptions = {}): ApiPromise<Submission, SubmissionsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/form-submissions', body }, options)
}

/** Why `submissions.get` can be refused. */
export type SubmissionsGetReason = CommonReason
/** Get a form submission. GET /v1/form-submissions/{id}; needs form-submissions:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Submission, SubmissionsGetReason> {
  return client.call({ method: 'GET', path: `/v1/form-submissions/${encodeURIComponent(id)}` }, options)
}

/** Why `submissions.update` can be refused. */
export type SubmissionsUpdateReason = CommonReason | 'outcome_unknown'
/** Mark a submission as spam, which undoes its effects, or process one that is not spam. PATCH /v1/form-submissions/{id}; needs form-submissions:write. */
export function update(client: Caller, id: string, body: SubmissionUpdate, options: RequestOptions = {}): ApiPromise<Submission, SubmissionsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/form-submissions/${encodeURIComponent(id)}`, body }, options)
}

/** Why `submissions.delete` can be refused. */
export type SubmissionsDeleteReason = CommonReason
/** Delete a form submission; its effects are kept. DELETE /v1/form-submissions/{id}; needs form-submissions:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedSubmission, SubmissionsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/form-submissions/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `submissions` with a client. */
export class SubmissionsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List form submissions. GET /v1/form-submissions; needs form-submissions:read. */
  list(query: SubmissionListQuery = {}, options: RequestOptions = {}): ListPromise<Submission, SubmissionsListReason> {
    return list(this.#client, query, options)
  }
  /** Submit a form; its person is matched by e-mail, then phone, or created. Repeated answers within ten minutes count once. POST /v1/form-submissions; needs form-submissions:write. */
  create(body: SubmissionCreate, options: RequestOptions = {}): ApiPromise<Submission, SubmissionsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a form submission. GET /v1/form-submissions/{id}; needs form-submissions:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Submission, SubmissionsGetReason> {
    return get(this.#client, id, options)
  }
  /** Mark a submission as spam, which undoes its effects, or process one that is not spam. PATCH /v1/form-submissions/{id}; needs form-submissions:write. */
  update(id: string, body: SubmissionUpdate, options: RequestOptions = {}): ApiPromise<Submission, SubmissionsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a form submission; its effects are kept. DELETE /v1/form-submissions/{id}; needs form-submissions:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedSubmission, SubmissionsDeleteReason> {
    return delete_(this.#client, id, options)
  }}
