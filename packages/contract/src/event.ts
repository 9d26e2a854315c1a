// An event is declared once: its type, its object, and the related ids.
import type { z } from 'zod'

/**
 * Maximum bytes of an event's envelope as JSON, well below the maximum of the bus. A larger envelope has no `previous`.
 */
export const maxEventBytes = 262_144

export type RelatedKey = `${string}_id`

export interface EventType<Name extends string = string, T = any, Related extends RelatedKey = RelatedKey> {
  readonly type: Name
  /** When the event is emitted, as a sentence. */
  readonly when: string
  readonly object: z.ZodType<T, T>
  readonly related: readonly Related[]
  /** Whether the event has `data.previous`. */
  readonly changes: boolean
  /** Fields of the example in which the object of this event differs from others. */
  readonly example: Partial<T>
}

/** Declares an event. `related` lists the keys of the envelope's `related`, besides actor_id and cause_id. */
export function event<const Name extends `${string}.${string}`, T, const Related extends RelatedKey>(
  type: Name,
  spec: {
    when: string
    object: z.ZodType<T, T>
    related: readonly Related[]
    changes?: boolean
    example?: Partial<T>
  },
): EventType<Name, T, Related> {
  return { changes: false, example: {}, ...spec, type }
}

/** The envelope that every receiver gets. The journal sets `sequence` and `replayed`. */
export interface Envelope<T = Record<string, unknown>> {
  id: string
  type: string
  created_at: string
  api_version: 'v1'
  sequence: number
  replayed: boolean
  /** `imported` marks what came in with an import: a record of what was before, on which nobody is written to. */
  data: { object: T; previous?: Partial<T>; imported?: true }
  related: Record<string, string>
}
