// An event is declared once: its type, the object it carries, the ids it relates.
import type { z } from 'zod'

/** Bytes of an event's envelope as JSON, at most: well below what the bus takes. `previous` is left out beyond it. */
export const mostEventBytes = 262_144

export type RelatedKey = `${string}_id`

export interface EventType<Name extends string = string, T = any, Related extends RelatedKey = RelatedKey> {
  readonly type: Name
  /** When it is told, as a sentence. */
  readonly when: string
  readonly object: z.ZodType<T, T>
  readonly related: readonly Related[]
  /** Whether `data.previous` comes with it. */
  readonly changes: boolean
  /** Fields that the object has by this event: where its example says something else than any example of the object. */
  readonly example: Partial<T>
}

/** Declares an event. `related` lists the keys of the envelope's `related` besides actor_id and cause_id. */
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

/** The envelope that every receiver gets. `sequence` and `replayed` are set by the journal. */
export interface Envelope<T = Record<string, unknown>> {
  id: string
  type: string
  created_at: string
  api_version: 'v1'
  sequence: number
  replayed: boolean
  data: { object: T; previous?: Partial<T> }
  related: Record<string, string>
}
