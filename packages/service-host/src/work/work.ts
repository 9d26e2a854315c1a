// Work inside one school, whatever caused it: a request, an event, the clock.
import type { EventType, RelatedKey } from '@lms/contract'
import type { SchoolRuntime } from './runtime.ts'
import type { UnitOfWork } from './unit-of-work.ts'

export type Emit<E extends EventType> = <T extends E>(
  event: T,
  object: ObjectOf<T>,
  extra?: {
    previous?: ObjectOf<T>
    related?: { [K in RelatedOf<T>]?: string | null }
  },
) => void
type ObjectOf<E> = E extends EventType<string, infer T, RelatedKey> ? T : never
type RelatedOf<E> = E extends EventType<string, any, infer R> ? R : never

/** What every piece of work has at hand. */
export interface Work<E extends EventType = EventType> {
  /** The moment of the request, as the API writes it. */
  readonly now: string
  /** Tells an event; it is committed together with the change. */
  readonly emit: Emit<E>
  readonly work: UnitOfWork
  readonly runtime: SchoolRuntime
}
