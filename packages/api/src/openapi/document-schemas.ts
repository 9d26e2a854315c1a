// The schemas of the document as zod schemas, so that tests can compare answers with the document.
import { z } from 'zod'
import type { OpenApiDocument } from './document.ts'
import type { Json } from './schemas.ts'

/**
 * A checker for any schema of the document, with its references. With `partly` no field is required: a list with
 * `fields` answers with parts.
 */
export function schemasOf(document: OpenApiDocument, { partly = false } = {}): (schema: Json) => z.ZodType {
  // A property with this name has a schema, no list.
  const isDropped = (name: string, value: unknown) => partly && name === 'required' && Array.isArray(value)
  const local = (value: unknown): string =>
    JSON.stringify(value, (name, inner) => (isDropped(name, inner) ? undefined : inner)).replaceAll(
      '"#/components/schemas/',
      '"#/$defs/',
    )
  const defs = new Map(
    Object.entries(document.components.schemas!).map(([name, value]) => [name, local(value)]),
  )
  const cache = new Map<string, z.ZodType>()
  return schema => {
    const text = local(schema)
    const parser =
      cache.get(text) ?? z.fromJSONSchema({ ...JSON.parse(text), $defs: namedIn(text, defs) } as never)
    cache.set(text, parser)
    return parser
  }
}

/** The schemas that a text refers to, and those that they refer to: all of the document would take far longer. */
function namedIn(text: string, defs: ReadonlyMap<string, string>): Record<string, unknown> {
  const definitions: Record<string, unknown> = {}
  const texts = [text]
  for (let next = texts.pop(); next !== undefined; next = texts.pop())
    for (const [, name] of next.matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (name! in definitions) continue
      const def = defs.get(name!)!
      definitions[name!] = JSON.parse(def)
      texts.push(def)
    }
  return definitions
}

/** The schema and the example of an operation's success, or of its body. */
export function contentOf(document: OpenApiDocument, path: string, method: string, status?: number) {
  const described = document.paths[path]![method.toLowerCase()] as Record<string, any>
  const part = status === undefined ? described.requestBody : described.responses[status]
  return part.content['application/json'] as { schema: Json; example: unknown }
}
