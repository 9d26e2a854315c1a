// Who makes a call, as the gateway found out and signed into the internal token.
import type { Id } from './ids.ts'
import type { Mask, Role } from './permission.ts'

export const keyKinds = ['integration', 'personal', 'agent', 'publishable'] as const
export type KeyKind = (typeof keyKinds)[number]

/** A caller shows a key, or the token of a session: of a person who has signed in. */
export const callerKinds = [...keyKinds, 'session'] as const
export type CallerKind = (typeof callerKinds)[number]

export interface Caller {
  readonly school: Id<'sch'>
  /** The API key that the caller showed, or the session of the token. */
  readonly key: Id<'key'> | Id<'ses'>
  readonly kind: CallerKind
  /** The role that says what is seen: the lower of the key's and of the person's whom it is or acts for. */
  readonly role: Role
  /** The user this call acts as: a personal key's owner, who signed in, or the one named by X-On-Behalf-Of. */
  readonly user: Id<'usr'> | null
  /** True where `user` comes from X-On-Behalf-Of. */
  readonly onBehalf: boolean
  /** Sets of masks; a permission must be granted by every set. */
  readonly rights: readonly (readonly Mask[])[]
}

/** What travels with every piece of work, so that it can be followed from the first call to the last delivery. */
export interface Trace {
  /** The request's W3C trace id (32 hex): X-Request-Id. */
  readonly requestId: string
  readonly clientRequestId: string | null
}
