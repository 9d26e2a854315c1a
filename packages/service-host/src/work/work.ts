// Work inside one school, whether a request, an event or the clock caused it.
import type { EventType, RelatedKey } from '@lms/contract'
import type { Follows } from './outgoing-messages.ts'
import type { SchoolRuntime } from './runtime.ts'
import type { UnitOfWork } from './unit-of-work.ts'

export type Emit<E extends EventType> = <T extends E>(
  event: T,
  object: ObjectOf<T>,
  extra?: {
    previous?: ObjectOf<T>
    related?: { [K in RelatedOf<T>]?: string | null }
    /** What it follows from, where the work does more than that. */
    follows?: Follows | undefined
  },
) => void
type ObjectOf<E> = E extends EventType<string, infer T, RelatedKey> ? T : never
type RelatedOf<E> = E extends EventType<string, any, infer R> ? R : never

/** The context of every piece of work. */
export interface Work<E extends EventType = EventType> {
  /** The time of the request, in the form of the API. */
  readonly now: string
  /** Emits an event; it is committed together with the change. */
  readonly emit: Emit<E>
  readonly work: UnitOfWork
  readonly runtime: SchoolRuntime
}
