// The same body with another id at a place that holds one.
import type { Place } from '@lms/contract'

type Json = Record<string, unknown>

const keyOf = (name: string) => (name === '[]' ? 0 : name)

/** What stands at a place of a body; undefined where nothing does. */
export const valueAt = (body: unknown, place: Place): unknown =>
  place.reduce<unknown>((value, name) => (value as Json | undefined)?.[keyOf(name)], body)

/** A copy of a body with another value at a place that it has. */
export function withValueAt(body: unknown, place: Place, value: unknown): unknown {
  const copy = structuredClone(body)
  const parent = valueAt(copy, place.slice(0, -1)) as Json
  parent[keyOf(place.at(-1)!)] = value
  return copy
}
