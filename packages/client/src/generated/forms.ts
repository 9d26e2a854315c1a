// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedForm {
  /** The id of the form. */
  id: string
  /** Always true: the form was deleted. */
  deleted: true
}

export interface Form {
  /** The id of the form. */
  id: string
  /** What staff call the form; visitors do not see it. */
  name: string
  /** Above the form; empty for none. */
  title: string
  /** The fields in the order in which visitors see them. */
  fields: ({
    /** The name of the answer in submissions, unique in the form. */
    key: string
    /** What visitors read beside the field. */
    label: string
    /** What visitors read below the field; empty for nothing. */
    hint: string
    /** What visitors can enter in the field. */
    kind: 'text' | 'long_text' | 'email' | 'phone' | 'number' | 'date' | 'select' | 'multi_select' | 'checkbox'
    /** Whether the form is sent only with an answer. */
    required: boolean
    /** The choices of a select or multi_select. */
    options: string[]
    /** Characters; null for 500, or 5000 of a long_text. */
    max_length: number | null
    /** The field of the person that the answer fills; null for none. */
    person_field: 'email' | 'phone' | 'first_name' | 'last_name' | null
  })[]
  /** The consents that visitors can give with the form. */
  consents: ({
    /** The name of the consent in submissions, unique in the form. */
    key: string
    /** What people agree to. */
    text: string
    /** Whether the form is sent only with this consent. */
    required: boolean
    /** The channel that the school may use then; null for terms that only the submission keeps. */
    channel: 'email' | 'sms' | 'phone' | 'messenger' | 'push' | 'post' | null
    /** Rises when the text changes. */
    version: number
  })[]
  /** The words on the button that sends the form; null for the usual ones of the language. */
  submit_label: string | null
  /** What people read after they submitted it. */
  thanks_text: string
  /** Where people are led in place of the thanks. */
  redirect_path: string | null
  /** Tags that the people get. */
  tag_ids: string[]
  /** Names of fields of outside landing pages, and the keys of this form that they are. */
  mapping: Record<string, string>
  /** Origins of other pages that may submit it with a publishable key; empty for all. */
  allowed_origins: string[]
  /** Whether it accepts submissions. */
  active: boolean
  /** Without spam. */
  submissions_count: number
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the form was created. */
  created_at: string
  /** When the form last changed. */
  updated_at: string
}

export interface FormCreate {
  /** What staff call the form; visitors do not see it. */
  name: string
  /** Above the form; empty for none. Default: `""`. */
  title?: string
  /** The fields in the order in which visitors see them. */
  fields: ({
    /** The name of the answer in submissions, unique in the form. */
    key: string
    /** What visitors read beside the field. */
    label: string
    /** What visitors read below the field; empty for nothing. Default: `""`. */
    hint?: string
    /** What visitors can enter in the field. */
    kind: 'text' | 'long_text' | 'email' | 'phone' | 'number' | 'date' | 'select' | 'multi_select' | 'checkbox'
    /** Whether the form is sent only with an answer. Default: `false`. */
    required?: boolean
    /** The choices of a select or multi_select. Default: `[]`. */
    options?: string[]
    /** Characters; null for 500, or 5000 of a long_text. Default: `null`. */
    max_length?: number | null
    /** The field of the person that the answer fills; null for none. Default: `null`. */
    person_field?: 'email' | 'phone' | 'first_name' | 'last_name' | null
  })[]
  /** The consents that visitors can give with the form. Default: `[]`. */
  consents?: ({
    /** The name of the consent in submissions, unique in the form. */
    key: string
    /** What people agree to. */
    text: string
    /** Whether the form is sent only with this consent. Default: `false`. */
    required?: boolean
    /** The channel that the school may use then; null for terms that only the submission keeps. Default: `null`. */
    channel?: 'email' | 'sms' | 'phone' | 'messenger' | 'push' | 'post' | null
  })[]
  /** The words on the button that sends the form; null for the usual ones of the language. Default: `null`. */
  submit_label?: string | null
  /** What people read after they submitted it. Default: `""`. */
  thanks_text?: string
  /** Where people are led in place of the thanks. Default: `null`. */
  redirect_path?: string | null
  /** Tags that the people get. Default: `[]`. */
  tag_ids?: string[]
  /** Names of fields of outside landing pages, and the keys of this form that they are. Default: `{}`. */
  mapping?: Record<string, string>
  /** Origins of other pages that may submit it with a publishable key; empty for all. Default: `[]`. */
  allowed_origins?: string[]
  /** Whether it accepts submissions. Default: `true`. */
  active?: boolean
}

export interface FormUpdate {
  /** What staff call the form; visitors do not see it. */
  name?: string
  /** Above the form; empty for none. */
  title?: string
  /** The fields in the order in which visitors see them. */
  fields?: ({
    /** The name of the answer in submissions, unique in the form. */
    key: string
    /** What visitors read beside the field. */
    label: string
    /** What visitors read below the field; empty for nothing. Default: `""`. */
    hint?: string
    /** What visitors can enter in the field. */
    kind: 'text' | 'long_text' | 'email' | 'phone' | 'number' | 'date' | 'select' | 'multi_select' | 'checkbox'
    /** Whether the form is sent only with an answer. Default: `false`. */
    required?: boolean
    /** The choices of a select or multi_select. Default: `[]`. */
    options?: string[]
    /** Characters; null for 500, or 5000 of a long_text. Default: `null`. */
    max_length?: number | null
    /** The field of the person that the answer fills; null for none. Default: `null`. */
    person_field?: 'email' | 'phone' | 'first_name' | 'last_name' | null
  })[]
  /** The consents that visitors can give with the form. */
  consents?: ({
    /** The name of the consent in submissions, unique in the form. */
    key: string
    /** What people agree to. */
    text: string
    /** Whether the form is sent only with this consent. Default: `false`. */
    required?: boolean
    /** The channel that the school may use then; null for terms that only the submission keeps. Default: `null`. */
    channel?: 'email' | 'sms' | 'phone' | 'messenger' | 'push' | 'post' | null
  })[]
  /** The words on the button that sends the form; null for the usual ones of the language. */
  submit_label?: string | null
  /** What people read after they submitted it. */
  thanks_text?: string
  /** Where people are led in place of the thanks. */
  redirect_path?: string | null
  /** Tags that the people get. */
  tag_ids?: string[]
  /** Names of fields of outside landing pages, and the keys of this form that they are. */
  mapping?: Record<string, string>
  /** Origins of other pages that may submit it with a publishable key; empty for all. */
  allowed_origins?: string[]
  /** Whether it accepts submissions. */
  active?: boolean
}

export type FormSort = 'created_at' | '-created_at' | 'name' | '-name'
/** The query of the list of Form. */
export interface FormListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<FormSort>
  active?: OneOrMany<boolean>
  created_at?: TimeFilter
  updated_at?: TimeFilter
  name?: OneOrMany<string>
}

/** Why `forms.list` can be refused. */
export type FormsListReason = CommonReason
/** List forms. GET /v1/forms; needs forms:read. */
export function list(client: Caller, query: FormListQuery = {}, options: RequestOptions = {}): ListPromise<Form, FormsListReason> {
  return client.list({ method: 'GET', path: '/v1/forms', query }, options)
}

/** Why `forms.create` can be refused. */
export type FormsCreateReason = CommonReason | 'form_invalid' | 'forms_limit_reached'
/** Create a form. POST /v1/forms; needs forms:write. */
export function create(client: Caller, body: FormCreate, options: RequestOptions = {}): ApiPromise<Form, FormsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/forms', body }, options)
}

/** Why `forms.get` can be refused. */
export type FormsGetReason = CommonReason
/** Get a form. GET /v1/forms/{id}; needs forms:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Form, FormsGetReason> {
  return client.call({ method: 'GET', path: `/v1/forms/${encodeURIComponent(id)}` }, options)
}

/** Why `forms.update` can be refused. */
export type FormsUpdateReason = CommonReason | 'form_invalid'
/** Change a form; a consent whose text changes gets a new version. PATCH /v1/forms/{id}; needs forms:write. */
export function update(client: Caller, id: string, body: FormUpdate = {}, options: RequestOptions = {}): ApiPromise<Form, FormsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/forms/${encodeURIComponent(id)}`, body }, options)
}

/** Why `forms.delete` can be refused. */
export type FormsDeleteReason = CommonReason | 'form_on_page'
/** Delete a form. DELETE /v1/forms/{id}; needs forms:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedForm, FormsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/forms/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `forms` with a client. */
export class FormsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List forms. GET /v1/forms; needs forms:read. */
  list(query: FormListQuery = {}, options: RequestOptions = {}): ListPromise<Form, FormsListReason> {
    return list(this.#client, query, options)
  }
  /** Create a form. POST /v1/forms; needs forms:write. */
  create(body: FormCreate, options: RequestOptions = {}): ApiPromise<Form, FormsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a form. GET /v1/forms/{id}; needs forms:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Form, FormsGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a form; a consent whose text changes gets a new version. PATCH /v1/forms/{id}; needs forms:write. */
  update(id: string, body: FormUpdate = {}, options: RequestOptions = {}): ApiPromise<Form, FormsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a form. DELETE /v1/forms/{id}; needs forms:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedForm, FormsDeleteReason> {
    return delete_(this.#client, id, options)
  }}
