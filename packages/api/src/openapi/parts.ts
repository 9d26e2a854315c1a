// Schemas without required fields: for `previous` of events.
import { type Json, schemaRef } from './json.ts'

export const partNameOf = (name: string) => `Previous${name}`

/** The partial forms of the named schemas and of all schemas that they reference. */
export function partsOf(
  whole: Readonly<Record<string, Json>>,
  names: readonly string[],
): Record<string, Json> {
  const parts: Record<string, Json> = {}
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (parts[partNameOf(name)]) continue
    parts[partNameOf(name)] = partOf(whole[name]!, waiting)
  }
  return parts
}

/** The schema without `required`; adds the names of referenced schemas to `others`. */
function partOf(schema: Json, others: string[]): Json {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1)!
    others.push(name)
    return { ...schema, ...schemaRef(partNameOf(name)) }
  }
  const { required, ...part } = schema
  // The kinds of `oneOf` stay whole: without required fields nothing would tell them apart.
  for (const list of ['anyOf', 'allOf'])
    if (part[list]) part[list] = (part[list] as Json[]).map(one => partOf(one, others))
  if (part.items) part.items = partOf(part.items as Json, others)
  if (part.properties) {
    const fields = Object.entries(part.properties as Record<string, Json>)
    part.properties = Object.fromEntries(fields.map(([name, field]) => [name, partOf(field, others)]))
  }
  return part
}
