import type { Filled } from '../content/source.ts'
import type { Rendition } from '../messages/message.store.ts'
import type { Outcome } from '../transports/transport.ts'

/**
 * What became of a marked message; `dropped`: its content lacks a value, so it never left; `unsent`: the time of the step was
 * over before it.
 */
export type Ended = (Outcome | { status: 'unknown' | 'unsent' } | { status: 'dropped'; answer: string }) & {
  filled: Filled | null
  /** What its person reads, to be kept; null where nothing has left. */
  rendition?: Rendition | null
}
