// The caller of a request, as the gateway identified it and signed it into the internal token.
import type { Id } from './ids.ts'
import type { Mask, Role } from './permission.ts'

export const keyKinds = ['integration', 'personal', 'agent', 'publishable'] as const
export type KeyKind = (typeof keyKinds)[number]

/** A caller has an API key, or the session token of a signed-in person. */
export const callerKinds = [...keyKinds, 'session'] as const
export type CallerKind = (typeof callerKinds)[number]

export interface Caller {
  readonly school: Id<'sch'>
  /** The id of the API key or of the session. */
  readonly key: Id<'key'> | Id<'ses'>
  readonly kind: CallerKind
  /** The role that decides visibility: the lower of the key's role and the person's role. */
  readonly role: Role
  /** The person this call acts as: the owner of a personal key, the signed-in person, or the one of X-On-Behalf-Of. */
  readonly user: Id<'usr'> | null
  /** Whether `user` comes from X-On-Behalf-Of. */
  readonly onBehalf: boolean
  /** `agent`: a call that the agent proposed and a person has confirmed. */
  readonly way?: 'agent'
  /** Sets of masks; a permission must be granted by every set. */
  readonly rights: readonly (readonly Mask[])[]
}

/** The key of a service that calls another one. */
export const serviceKey = (service: string): Caller['key'] => `service_${service}` as Caller['key']

/** Travels with every piece of work, so that it can be traced from the first call to the last delivery. */
export interface Trace {
  /** The request's W3C trace id (32 hex): X-Request-Id. */
  readonly requestId: string
  readonly clientRequestId: string | null
}
