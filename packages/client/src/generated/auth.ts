// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'
import type { AuthMessengerRequest } from './identities.ts'
import type { User } from './users.ts'

export interface AuthMessengerResult {
  /** Send it as `Authorization: Bearer …`. It is valid until it expires or its session is closed. */
  access_token: string
  /** Always `Bearer`, for the header `Authorization`. */
  token_type: 'Bearer'
  /** When it expires. */
  expires_at: string
  /** The user. */
  user: User
}

export interface AuthMiniAppRequest {
  /** The text that the messenger gives the mini-app, unchanged. */
  initData: string
}

/** Why `auth.messenger` can be refused. */
export type AuthMessengerReason = CommonReason | 'messenger_not_configured' | 'signature_invalid' | 'signature_used' | 'person_blocked' | 'person_deleted'
/** Sign in with the messenger’s widget; a new person becomes a student. POST /v1/auth/messenger. */
export function messenger(client: Caller, body: AuthMessengerRequest, options: RequestOptions = {}): ApiPromise<AuthMessengerResult, AuthMessengerReason> {
  return client.call({ method: 'POST', path: '/v1/auth/messenger', body }, options)
}

/** Why `auth.miniApp` can be refused. */
export type AuthMiniAppReason = CommonReason | 'messenger_not_configured' | 'signature_invalid' | 'signature_used' | 'person_blocked' | 'person_deleted'
/** Sign in from the messenger’s mini-app; a new person becomes a student. POST /v1/auth/messenger/miniapp. */
export function miniApp(client: Caller, body: AuthMiniAppRequest, options: RequestOptions = {}): ApiPromise<AuthMessengerResult, AuthMiniAppReason> {
  return client.call({ method: 'POST', path: '/v1/auth/messenger/miniapp', body }, options)
}

/** The operations of `auth` with a client. */
export class AuthApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Sign in with the messenger’s widget; a new person becomes a student. POST /v1/auth/messenger. */
  messenger(body: AuthMessengerRequest, options: RequestOptions = {}): ApiPromise<AuthMessengerResult, AuthMessengerReason> {
    return messenger(this.#client, body, options)
  }
  /** Sign in from the messenger’s mini-app; a new person becomes a student. POST /v1/auth/messenger/miniapp. */
  miniApp(body: AuthMiniAppRequest, options: RequestOptions = {}): ApiPromise<AuthMessengerResult, AuthMiniAppReason> {
    return miniApp(this.#client, body, options)
  }}
