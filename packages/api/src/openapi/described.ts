// The schemas of the document as zod schemas, so that tests can compare answers with the document.
import { z } from 'zod'
import type { OpenApiDocument } from './document.ts'
import type { Json } from './schemas.ts'

/** A checker for any schema of the document, with its references. */
export function describedBy(document: OpenApiDocument): (schema: Json) => z.ZodType {
  const local = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/components/schemas/', '"#/$defs/'))
  const defs = local(document.components.schemas)
  const made = new Map<string, z.ZodType>()
  return schema => {
    const text = JSON.stringify(schema)
    const known = made.get(text) ?? z.fromJSONSchema({ ...(local(schema) as object), $defs: defs } as never)
    made.set(text, known)
    return known
  }
}

/** The schema and the example of an operation's success, or of its body. */
export function contentOf(document: OpenApiDocument, path: string, method: string, status?: number) {
  const described = document.paths[path]![method.toLowerCase()] as Record<string, any>
  const part = status === undefined ? described.requestBody : described.responses[status]
  return part.content['application/json'] as { schema: Json; example: unknown }
}
