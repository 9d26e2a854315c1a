// The public declaration of a service: its resources and events.
import type { z } from 'zod'
import type { EventType } from './event.ts'
import type { Notification } from './notification.ts'
import type { Resource } from './operation.ts'
import type { Prefix } from './prefixes.ts'

/** How objects of a service and of others name each other, by the prefixes of the ids. */
export interface DeclaredReferences {
  /** Its objects that others may name: it says which exist. */
  readonly owns?: readonly Prefix[]
  /** Objects of others that its own name: it is asked before one is deleted. */
  readonly names?: readonly Prefix[]
  /** Its objects with a file behind a signed link. */
  readonly files?: readonly Prefix[]
}

export interface Contract<
  Resources extends Record<string, Resource> = Record<string, Resource>,
  Internal extends Record<string, Resource> = Record<string, Resource>,
> {
  readonly service: string
  /** The name of the area in the documentation. */
  readonly area: string
  readonly references?: DeclaredReferences
  readonly resources: Resources
  /** Operations for other services only. */
  readonly internal: Internal
  /** Public pages that the gateway answers at the address of a school; for the documentation. */
  readonly pages?: Record<string, Resource>
  readonly events: readonly EventType[]
  /** What people are told by itself after these events. */
  readonly notifications?: readonly Notification[]
  /** Its section of a school's settings (`settingsGroup`); none for most services. */
  readonly settings?: z.ZodObject
}

/** Declares a service's contract. */
export const contract = <
  const R extends Record<string, Resource>,
  const I extends Record<string, Resource> = Record<never, never>,
>(spec: {
  service: string
  area: string
  references?: DeclaredReferences
  resources: R
  internal?: I
  pages?: Record<string, Resource>
  events: readonly EventType[]
  notifications?: readonly Notification[]
  settings?: z.ZodObject
}): Contract<R, I> => ({ internal: {} as I, ...spec })
