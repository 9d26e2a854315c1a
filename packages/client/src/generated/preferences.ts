// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface Preferences {
  /** The id of the user. */
  user_id: string
  /** The person gets only messages of topics with the basis `service`; their consents are withdrawn. */
  all_off: boolean
  /** Transports that the person does not want. */
  off_transports: ('email' | 'telegram' | 'sms' | 'push' | 'in_app')[]
  /** Keys of topics that the person does not want. */
  off_topics: string[]
  /** Notifications that the person does not want. Those of their `off_topics` and `off_transports` go off with these. */
  off_notifications: ('order_created' | 'order_paid' | 'gift_bought' | 'order_refunded' | 'receipt_issued' | 'subscription_renewed' | 'charge_failed' | 'subscription_ended' | 'homework_waits' | 'homework_sent' | 'homework_returned' | 'homework_accepted' | 'homework_overdue' | 'review_overdue' | 'homework_commented' | 'lesson_opened' | 'certificate_issued' | 'comment_answered' | 'access_granted' | 'webinar_registered' | 'webinar_left' | 'webinar_reminder' | 'webinar_moved' | 'webinar_canceled' | 'webinar_recording' | 'access_ends_soon' | 'digest')[]
  /** The hours in which the person gets no messages; null for those of the school. */
  quiet_hours: {
    /** The time of day at which the quiet hours begin. */
    from: string
    /** The time of day at which they end, on the next day if it is earlier. */
    to: string
  } | null
  /** The zone of the quiet hours; null for that of the person’s profile. */
  time_zone: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** About what the person may be written to, by which transport: from their choices, consents and addresses, and the list of suppressions. Null while nobody can read these. */
  topics: ({
    /** The key by which messages name the topic. */
    key: string
    /** What people read in their preferences. */
    name: string
    /** service: what people need for what they have bought, they cannot switch it off. consent: only with a given consent of the channel. opt_out: until they switch it off. */
    basis: 'service' | 'consent' | 'opt_out'
    /** Whether the person may be written to about the topic, by each channel. */
    transports: ({
      /** The channel that the answer is about. */
      transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
      /** Why a message about the topic would not go there; null if it would. */
      reason: 'deleted' | 'no_address' | 'suppressed' | 'no_consent' | 'topic_off' | null
    })[]
  })[] | null
}

export interface PreferencesReplaceRequest {
  /** The person gets only messages of topics with the basis `service`; their consents are withdrawn. Default: `false`. */
  all_off?: boolean
  /** Transports that the person does not want. Default: `[]`. */
  off_transports?: ('email' | 'telegram' | 'sms' | 'push' | 'in_app')[]
  /** Keys of topics that the person does not want. Default: `[]`. */
  off_topics?: string[]
  /** Notifications that the person does not want. Those of their `off_topics` and `off_transports` go off with these. Default: `[]`. */
  off_notifications?: ('order_created' | 'order_paid' | 'gift_bought' | 'order_refunded' | 'receipt_issued' | 'subscription_renewed' | 'charge_failed' | 'subscription_ended' | 'homework_waits' | 'homework_sent' | 'homework_returned' | 'homework_accepted' | 'homework_overdue' | 'review_overdue' | 'homework_commented' | 'lesson_opened' | 'certificate_issued' | 'comment_answered' | 'access_granted' | 'webinar_registered' | 'webinar_left' | 'webinar_reminder' | 'webinar_moved' | 'webinar_canceled' | 'webinar_recording' | 'access_ends_soon' | 'digest')[]
  /** The hours in which the person gets no messages; null for those of the school. Default: `null`. */
  quiet_hours?: {
    /** The time of day at which the quiet hours begin. */
    from: string
    /** The time of day at which they end, on the next day if it is earlier. */
    to: string
  } | null
  /** The zone of the quiet hours; null for that of the person’s profile. Default: `null`. */
  time_zone?: string | null
}

/** Why `preferences.get` can be refused. */
export type PreferencesGetReason = CommonReason
/** Get the message preferences of a person; students get their own. GET /v1/preferences/{userId}; needs preferences:read. */
export function get(client: Caller, userId: string, options: RequestOptions = {}): ApiPromise<Preferences, PreferencesGetReason> {
  return client.call({ method: 'GET', path: `/v1/preferences/${encodeURIComponent(userId)}` }, options)
}

/** Why `preferences.replace` can be refused. */
export type PreferencesReplaceReason = CommonReason | 'person_out_of_reach' | 'topic_unknown'
/** Replace the message preferences of a person. PUT /v1/preferences/{userId}; needs preferences:write. */
export function replace(client: Caller, userId: string, body: PreferencesReplaceRequest = {}, options: RequestOptions = {}): ApiPromise<Preferences, PreferencesReplaceReason> {
  return client.call({ method: 'PUT', path: `/v1/preferences/${encodeURIComponent(userId)}`, body }, options)
}

/** The operations of `preferences` with a client. */
export class PreferencesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Get the message preferences of a person; students get their own. GET /v1/preferences/{userId}; needs preferences:read. */
  get(userId: string, options: RequestOptions = {}): ApiPromise<Preferences, PreferencesGetReason> {
    return get(this.#client, userId, options)
  }
  /** Replace the message preferences of a person. PUT /v1/preferences/{userId}; needs preferences:write. */
  replace(userId: string, body: PreferencesReplaceRequest = {}, options: RequestOptions = {}): ApiPromise<Preferences, PreferencesReplaceReason> {
    return replace(this.#client, userId, body, options)
  }}
