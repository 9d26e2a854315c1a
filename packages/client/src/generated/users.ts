// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedUser {
  /** The id of the user. */
  id: string
  /** Always true: the user was deleted. */
  deleted: true
}

export interface User {
  /** The id of the user. */
  id: string
  /** The e-mail address of the person, such as `ann@school.example`; null if it is not known. */
  email: string | null
  /** The phone number in E.164 form, such as `+491711234567`; null if it is not known. */
  phone: string | null
  /** The first name, or all of the name if it has one part; empty if it is not known. */
  first_name: string
  /** The last name; empty if it is not known. */
  last_name: string
  /** What the person may do in the school; a `student` has no rights of staff. */
  role: 'owner' | 'administrator' | 'manager' | 'curator' | 'student'
  /** The language of the person: a BCP 47 tag, such as `pt-BR`. */
  locale: string
  /** The IANA name, as it was sent. */
  time_zone: string
  /** A `blocked` person cannot sign in; a `deleted` one cannot either, and stays only for the records that name them. */
  status: 'active' | 'blocked' | 'deleted'
  /** Values of the custom fields that the school has defined, by their names. */
  custom_fields: Record<string, string | number | boolean | null | string[]>
  /** The person that this duplicate was merged into. */
  merged_into: string | null
  /** When the personal data were erased. */
  anonymized_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the user was created. */
  created_at: string
  /** When the user last changed. */
  updated_at: string
}

export interface UserCreate {
  /** The e-mail address of the person, such as `ann@school.example`; null if it is not known. Default: `null`. */
  email?: string | null
  /** The phone number in E.164 form, such as `+491711234567`; null if it is not known. Default: `null`. */
  phone?: string | null
  /** The first name, or all of the name if it has one part; empty if it is not known. Default: `""`. */
  first_name?: string
  /** The last name; empty if it is not known. Default: `""`. */
  last_name?: string
  /** What the person may do in the school; a `student` has no rights of staff. Default: `"student"`. */
  role?: 'owner' | 'administrator' | 'manager' | 'curator' | 'student'
  /** Default: the language of the school, in the section `site` of the settings. */
  locale?: string
  /** The IANA name, as it was sent. Default: `"UTC"`. */
  time_zone?: string
  /** Values of the custom fields that the school has defined, by their names. Default: `{}`. */
  custom_fields?: Record<string, string | number | boolean | null | string[]>
}

export interface UserUpdate {
  /** The e-mail address of the person, such as `ann@school.example`; null if it is not known. */
  email?: string | null
  /** The phone number in E.164 form, such as `+491711234567`; null if it is not known. */
  phone?: string | null
  /** The first name, or all of the name if it has one part; empty if it is not known. */
  first_name?: string
  /** The last name; empty if it is not known. */
  last_name?: string
  /** What the person may do in the school; a `student` has no rights of staff. */
  role?: 'owner' | 'administrator' | 'manager' | 'curator' | 'student'
  /** The language of the person: a BCP 47 tag, such as `pt-BR`. */
  locale?: string
  /** The IANA name, as it was sent. */
  time_zone?: string
  /** Merged into the present values; null removes one. */
  custom_fields?: Record<string, string | number | boolean | null | string[]>
  /** `blocked` closes all sessions and forbids new ones; `active` lifts it. */
  status?: 'active' | 'blocked'
  /** Gives the calendar of the person a new address (`feed_url` of GET /v1/calendar): the present one is void. */
  new_calendar?: true
}

export type UserSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'first_name' | '-first_name' | 'last_name' | '-last_name'
/** The query of the list of User. */
export interface UserListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<UserSort>
  /** Words to search for. */
  q?: string
  email?: OneOrMany<string>
  phone?: OneOrMany<string>
  role?: OneOrMany<'owner' | 'administrator' | 'manager' | 'curator' | 'student'>
  status?: OneOrMany<'active' | 'blocked' | 'deleted'>
  merged_into?: OneOrMany<string>
  anonymized_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  id?: OneOrMany<string>
  group_id?: OneOrMany<string>
  tag_id?: OneOrMany<string>
  segment_id?: OneOrMany<string>
  [name: `custom_fields.${string}`]: OneOrMany<string> | undefined
}

/** Why `users.list` can be refused. */
export type UsersListReason = CommonReason
/** List people. GET /v1/users; needs users:read. */
export function list(client: Caller, query: UserListQuery = {}, options: RequestOptions = {}): ListPromise<User, UsersListReason> {
  return client.list({ method: 'GET', path: '/v1/users', query }, options)
}

/** Why `users.create` can be refused. */
export type UsersCreateReason = CommonReason | 'email_taken' | 'contact_missing' | 'role_above_own' | 'custom_field_refused' | 'custom_fields_too_large'
/** Create a person. POST /v1/users; needs users:write. */
export function create(client: Caller, body: UserCreate = {}, options: RequestOptions = {}): ApiPromise<User, UsersCreateReason> {
  return client.call({ method: 'POST', path: '/v1/users', body }, options)
}

/** Why `users.get` can be refused. */
export type UsersGetReason = CommonReason
/** Get a person. GET /v1/users/{id}; needs users:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<User, UsersGetReason> {
  return client.call({ method: 'GET', path: `/v1/users/${encodeURIComponent(id)}` }, options)
}

/** Why `users.byEmail` can be refused. */
export type UsersByEmailReason = CommonReason
/** Get a person by e-mail, ignoring case. GET /v1/users/by-email/{email}; needs users:read. */
export function byEmail(client: Caller, email: string, options: RequestOptions = {}): ApiPromise<User, UsersByEmailReason> {
  return client.call({ method: 'GET', path: `/v1/users/by-email/${encodeURIComponent(email)}` }, options)
}

/** Why `users.update` can be refused. */
export type UsersUpdateReason = CommonReason | 'email_taken' | 'contact_missing' | 'role_above_own' | 'last_owner' | 'user_deleted' | 'custom_field_refused' | 'custom_fields_too_large'
/** Change a person; absent fields keep their values. PATCH /v1/users/{id}; needs users:write. */
export function update(client: Caller, id: string, body: UserUpdate = {}, options: RequestOptions = {}): ApiPromise<User, UsersUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/users/${encodeURIComponent(id)}`, body }, options)
}

/** Why `users.delete` can be refused. */
export type UsersDeleteReason = CommonReason | 'role_above_own' | 'last_owner' | 'user_deleted'
/** Delete a person softly; their e-mail becomes available again. DELETE /v1/users/{id}; needs users:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedUser, UsersDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/users/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `users` with a client. */
export class UsersApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List people. GET /v1/users; needs users:read. */
  list(query: UserListQuery = {}, options: RequestOptions = {}): ListPromise<User, UsersListReason> {
    return list(this.#client, query, options)
  }
  /** Create a person. POST /v1/users; needs users:write. */
  create(body: UserCreate = {}, options: RequestOptions = {}): ApiPromise<User, UsersCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a person. GET /v1/users/{id}; needs users:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<User, UsersGetReason> {
    return get(this.#client, id, options)
  }
  /** Get a person by e-mail, ignoring case. GET /v1/users/by-email/{email}; needs users:read. */
  byEmail(email: string, options: RequestOptions = {}): ApiPromise<User, UsersByEmailReason> {
    return byEmail(this.#client, email, options)
  }
  /** Change a person; absent fields keep their values. PATCH /v1/users/{id}; needs users:write. */
  update(id: string, body: UserUpdate = {}, options: RequestOptions = {}): ApiPromise<User, UsersUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a person softly; their e-mail becomes available again. DELETE /v1/users/{id}; needs users:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedUser, UsersDeleteReason> {
    return delete_(this.#client, id, options)
  }}
