// An example value of every schema, derived from the schema: for the document and the tests.
import { z } from 'zod'
import type { Operation } from './operation.ts'

type Json = Record<string, unknown>

/** The body for the document, and for tests, which insert ids of their own. */
export const exampleBody = ({ body, example }: Operation): unknown =>
  example ?? (body ? sampleOf(body) : undefined)

/**
 * A value that matches a schema. The first of `.meta({ examples })` has priority. A body (`input`) has its required
 * fields; an answer (`output`) all fields, and one item in each list. A text is the name of its field, an enumeration
 * its first value. Nullable ids and times are null. Throws at a pattern without examples: give it `.meta({ examples
 * })`.
 */
export function sampleOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): unknown {
  return make(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json, { io, path: [] })
}

interface Position {
  io: 'input' | 'output'
  path: readonly string[]
}

function make(schema: Json, at: Position): unknown {
  if (schema.examples) return (schema.examples as unknown[])[0]
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return (schema.enum as unknown[])[0]
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (!options) return makeTyped(schema, at)
  const first = options[0]!
  return options.some(({ type }) => type === 'null') && !isShown(first) ? null : make(first, at)
}

/** Whether a nullable field has a value in an example: an e-mail has one, merged_into has not. */
const isShown = ({ examples, format }: Json) =>
  Array.isArray(examples) && format !== 'date-time' && !/^[a-z]{3}_[0-9a-z]{26}$/.test(String(examples[0]))

function makeTyped(schema: Json, at: Position): unknown {
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        ((schema.required ?? []) as string[]).map(name => [
          name,
          make((schema.properties as Record<string, Json>)[name]!, { ...at, path: [...at.path, name] }),
        ]),
      )
    case 'array': {
      const items = schema.items as Json
      const itemCount = at.io === 'output' && (items.examples || items.type === 'object') ? 1 : 0
      return Array.from({ length: Math.max(Number(schema.minItems ?? 0), itemCount) }, () => make(items, at))
    }
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 1), 1)
    case 'boolean':
      return at.io === 'input'
    case 'string':
      return makeText(schema, at)
    default:
      return null
  }
}

/** `display_name` → `Display name`. */
function makeText({ format, pattern, minLength, maxLength }: Json, { path }: Position): string {
  if (format === 'date-time') return '2030-01-02T03:04:05.000+00:00'
  if (pattern) throw new Error(`No sample value for ${path.join('.')}: give it an example.`)
  const words = (path.at(-1) ?? 'text').replaceAll('_', ' ')
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  return text.padEnd(Number(minLength ?? 0), '.').slice(0, Number(maxLength ?? text.length))
}
