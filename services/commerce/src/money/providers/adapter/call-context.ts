// What every call to a provider gets.

/** The credentials of a connection, by name; stored encrypted. */
export type Secrets = Readonly<Partial<Record<SecretName, string>>>
export const secretNames = ['api_key', 'webhook_secret'] as const
export type SecretName = (typeof secretNames)[number]

/** The context of a call. */
export interface CallContext {
  readonly secrets: Secrets
  /** The same at each repetition of this call, and at no other: the provider's idempotency key. */
  readonly key: string
  /** Aborted at the deadline of the call. */
  readonly signal: AbortSignal
  /** The service's own settings (`LMS_…`). */
  readonly settings: Readonly<Record<string, string | undefined>>
}
