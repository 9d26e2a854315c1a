// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'
import type { User } from './users.ts'

export interface Me {
  /** The key, if the credential is one. */
  key_id: string | null
  /** The session, if the credential is its token. */
  session_id: string | null
  /** What kind of credential it is: a session of a person, or one of the kinds of keys. */
  kind: 'integration' | 'personal' | 'agent' | 'publishable' | 'session'
  /** The role that bounds its permissions. */
  role: 'owner' | 'administrator' | 'manager' | 'curator' | 'student'
  /** Sets of masks; the caller has a permission if every set grants it. */
  permissions: string[][]
  /** The person named by X-On-Behalf-Of. */
  acting_for: string | null
  /** The person that this credential belongs to, or acts for. */
  user: User | null
  /** The new address that the person has requested and not yet confirmed. A link is mailed there within minutes, to one address at most once an hour, and works for an hour. Request it again for another link, or request the present address to withdraw. */
  pending_email: string | null
}

export interface MeUpdate {
  /** The e-mail address of the person, such as `ann@school.example`; null if it is not known. */
  email?: string | null
  /** The phone number in E.164 form, such as `+491711234567`; null if it is not known. */
  phone?: string | null
  /** The first name, or all of the name if it has one part; empty if it is not known. */
  first_name?: string
  /** The last name; empty if it is not known. */
  last_name?: string
  /** The language of the person: a BCP 47 tag, such as `pt-BR`. */
  locale?: string
  /** The IANA name, as it was sent. */
  time_zone?: string
  /** Gives the calendar of the person a new address (`feed_url` of GET /v1/calendar): the present one is void. */
  new_calendar?: true
}

/** Why `me.get` can be refused. */
export type MeGetReason = CommonReason
/** Get the identity of this credential: person or key, role, permissions, on whose behalf. GET /v1/me. */
export function get(client: Caller, options: RequestOptions = {}): ApiPromise<Me, MeGetReason> {
  return client.call({ method: 'GET', path: '/v1/me' }, options)
}

/** Why `me.update` can be refused. */
export type MeUpdateReason = CommonReason | 'not_a_person' | 'mail_not_configured' | 'contact_missing' | 'user_deleted'
/** Change your own profile; a new e-mail takes effect when the link that is mailed there is opened. PATCH /v1/me; needs me:write. */
export function update(client: Caller, body: MeUpdate = {}, options: RequestOptions = {}): ApiPromise<Me, MeUpdateReason> {
  return client.call({ method: 'PATCH', path: '/v1/me', body }, options)
}

/** The operations of `me` with a client. */
export class MeApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Get the identity of this credential: person or key, role, permissions, on whose behalf. GET /v1/me. */
  get(options: RequestOptions = {}): ApiPromise<Me, MeGetReason> {
    return get(this.#client, options)
  }
  /** Change your own profile; a new e-mail takes effect when the link that is mailed there is opened. PATCH /v1/me; needs me:write. */
  update(body: MeUpdate = {}, options: RequestOptions = {}): ApiPromise<Me, MeUpdateReason> {
    return update(this.#client, body, options)
  }}
