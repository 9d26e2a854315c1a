// Where a body names other objects by their ids, found in its schema; and the same body with another id there.
import { z } from 'zod'

type Json = Record<string, unknown>

/** A way into a body: names of fields, `[]` for the first item of a list. */
export type Place = readonly string[]

/** Every place of a body that holds an id, also inside objects and lists. */
export function idPlaces(schema: z.ZodType): Place[] {
  const found = placesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, [])
  return [...new Map(found.map(place => [place.join('.'), place])).values()]
}

function placesIn(schema: Json, place: Place): Place[] {
  if (typeof schema.pattern === 'string' && schema.pattern.endsWith('_[0-7][0-9a-hjkmnp-tv-z]{25}$'))
    return [place]
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(list => (list as Json[]) ?? [])
  return [
    ...fields.flatMap(([name, inner]) => placesIn(inner, [...place, name])),
    ...(schema.items ? placesIn(schema.items as Json, [...place, '[]']) : []),
    ...branches.flatMap(branch => placesIn(branch, place)),
  ]
}

const keyOf = (name: string) => (name === '[]' ? 0 : name)

/** What stands at a place of a body; undefined where nothing does. */
export const valueAt = (body: unknown, place: Place): unknown =>
  place.reduce<unknown>((value, name) => (value as Json | undefined)?.[keyOf(name)], body)

/** A copy of a body with another value at a place that it has. */
export function withValueAt(body: unknown, place: Place, value: unknown): unknown {
  const copy = structuredClone(body)
  const holder = valueAt(copy, place.slice(0, -1)) as Json
  holder[keyOf(place.at(-1)!)] = value
  return copy
}
