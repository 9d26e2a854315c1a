// The services' declarations of their events. This service does not know their contracts: `npm run generate` writes the
// necessary parts to a file, and a test fails when it is stale.
import { readFileSync } from 'node:fs'
import type { Filter } from '@lms/contract'
import type { EventEnvelope } from './event.object.ts'

interface Declared {
  example: Pick<EventEnvelope, 'data' | 'related'>
  related: string[]
  /** The filter of the field; null if it has none. */
  fields: Record<string, Filter | null>
  /** The paths of personal data in the object, unless it has none. */
  personal?: string[]
}

const declared = new Map<string, Declared>(
  Object.entries(JSON.parse(readFileSync(new URL('./declared-events.json', import.meta.url), 'utf8'))),
)

/** The declared example of the type; nothing if no service emits it. */
export const exampleFor = (type: string): Declared['example'] =>
  declared.get(type)?.example ?? { data: { object: {} }, related: {} }

/** The paths of personal data in objects of the type: `comment`, `answers.*.value`. */
export const personalIn = (type: string): readonly string[] => declared.get(type)?.personal ?? []

/** Whether a service emits events of the type. */
export const isEmitted = (type: string): boolean => declared.has(type)

/** Whether objects of the type have the field: `status`, `items.offer_id`, `custom_fields.source`. */
export const hasField = (type: string, name: string): boolean => fieldOf(type, name) !== undefined

/**
 * The filter of a field of the object, or of a link, `related.user_id`, for events of the type. Nothing if they have no
 * such field.
 */
export function filterFor(type: string, name: string): Filter | null | undefined {
  if (!name.startsWith('related.')) return fieldOf(type, name)
  const link = name.slice('related.'.length)
  const links = declared.get(type)?.related ?? []
  return [...links, ...linksOfAll].includes(link) ? { kind: 'text' } : undefined
}

/** Links that events of every type may have. */
const linksOfAll = ['actor_id', 'cause_id']

function fieldOf(type: string, name: string): Filter | null | undefined {
  const fields = declared.get(type)?.fields
  if (!fields) return undefined
  const free = `${name.slice(0, Math.max(0, name.lastIndexOf('.')))}.*`
  for (const one of [name, free]) if (Object.hasOwn(fields, one)) return fields[one]
  return undefined
}
