// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface CustomField {
  /** The id of the custom field. */
  id: string
  /** The key of the value in `custom_fields`. Never changes. */
  name: string
  /** The label shown to people. Default: the name. */
  label: string
  /** A date is written `2026-11-21`; the value of a multi_choice is a list of options. */
  type: 'text' | 'number' | 'date' | 'boolean' | 'choice' | 'multi_choice'
  /** The possible values of a choice or multi_choice; empty for other types. People keep a value that is removed here. */
  options: string[]
  /** An archived field takes no new values; people keep theirs. */
  status: 'active' | 'archived'
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the custom field was created. */
  created_at: string
  /** When the custom field last changed. */
  updated_at: string
}

export interface CustomFieldCreate {
  /** The key of the value in `custom_fields`. Never changes. */
  name: string
  /** The label shown to people. Default: the name. */
  label?: string
  /** A date is written `2026-11-21`; the value of a multi_choice is a list of options. */
  type: 'text' | 'number' | 'date' | 'boolean' | 'choice' | 'multi_choice'
  /** The possible values of a choice or multi_choice; empty for other types. People keep a value that is removed here. Default: `[]`. */
  options?: string[]
}

export interface CustomFieldUpdate {
  /** The label shown to people. Default: the name. */
  label?: string
  /** A date is written `2026-11-21`; the value of a multi_choice is a list of options. */
  type?: 'text' | 'number' | 'date' | 'boolean' | 'choice' | 'multi_choice'
  /** The possible values of a choice or multi_choice; empty for other types. People keep a value that is removed here. */
  options?: string[]
  /** An archived field takes no new values; people keep theirs. */
  status?: 'active' | 'archived'
}

export interface DeletedCustomField {
  /** The id of the custom field. */
  id: string
  /** Always true: the custom field was deleted. */
  deleted: true
}

export type CustomFieldSort = 'created_at' | '-created_at' | 'name' | '-name'
/** The query of the list of CustomField. */
export interface CustomFieldListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<CustomFieldSort>
  type?: OneOrMany<'text' | 'number' | 'date' | 'boolean' | 'choice' | 'multi_choice'>
  status?: OneOrMany<'active' | 'archived'>
  created_at?: TimeFilter
  updated_at?: TimeFilter
  name?: OneOrMany<string>
}

/** Why `customFields.list` can be refused. */
export type CustomFieldsListReason = CommonReason
/** List the custom fields of people. GET /v1/custom-fields; needs custom-fields:read. */
export function list(client: Caller, query: CustomFieldListQuery = {}, options: RequestOptions = {}): ListPromise<CustomField, CustomFieldsListReason> {
  return client.list({ method: 'GET', path: '/v1/custom-fields', query }, options)
}

/** Why `customFields.create` can be refused. */
export type CustomFieldsCreateReason = CommonReason | 'custom_field_name_taken' | 'custom_field_options' | 'custom_fields_limit_reached'
/** Define a custom field. POST /v1/custom-fields; needs custom-fields:write. */
export function create(client: Caller, body: CustomFieldCreate, options: RequestOptions = {}): ApiPromise<CustomField, CustomFieldsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/custom-fields', body }, options)
}

/** Why `customFields.get` can be refused. */
export type CustomFieldsGetReason = CommonReason
/** Get a custom field. GET /v1/custom-fields/{id}; needs custom-fields:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<CustomField, CustomFieldsGetReason> {
  return client.call({ method: 'GET', path: `/v1/custom-fields/${encodeURIComponent(id)}` }, options)
}

/** Why `customFields.update` can be refused. */
export type CustomFieldsUpdateReason = CommonReason | 'custom_field_in_use' | 'custom_field_named' | 'custom_field_options'
/** Change or archive a custom field; the type can change only while nobody has a value. PATCH /v1/custom-fields/{id}; needs custom-fields:write. */
export function update(client: Caller, id: string, body: CustomFieldUpdate = {}, options: RequestOptions = {}): ApiPromise<CustomField, CustomFieldsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/custom-fields/${encodeURIComponent(id)}`, body }, options)
}

/** Why `customFields.delete` can be refused. */
export type CustomFieldsDeleteReason = CommonReason | 'custom_field_in_use' | 'custom_field_named'
/** Delete a custom field that nobody has a value for. DELETE /v1/custom-fields/{id}; needs custom-fields:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedCustomField, CustomFieldsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/custom-fields/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `customFields` with a client. */
export class CustomFieldsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the custom fields of people. GET /v1/custom-fields; needs custom-fields:read. */
  list(query: CustomFieldListQuery = {}, options: RequestOptions = {}): ListPromise<CustomField, CustomFieldsListReason> {
    return list(this.#client, query, options)
  }
  /** Define a custom field. POST /v1/custom-fields; needs custom-fields:write. */
  create(body: CustomFieldCreate, options: RequestOptions = {}): ApiPromise<CustomField, CustomFieldsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a custom field. GET /v1/custom-fields/{id}; needs custom-fields:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<CustomField, CustomFieldsGetReason> {
    return get(this.#client, id, options)
  }
  /** Change or archive a custom field; the type can change only while nobody has a value. PATCH /v1/custom-fields/{id}; needs custom-fields:write. */
  update(id: string, body: CustomFieldUpdate = {}, options: RequestOptions = {}): ApiPromise<CustomField, CustomFieldsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a custom field that nobody has a value for. DELETE /v1/custom-fields/{id}; needs custom-fields:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedCustomField, CustomFieldsDeleteReason> {
    return delete_(this.#client, id, options)
  }}
