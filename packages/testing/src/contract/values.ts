// Values that a declared schema takes, and values that it does not.
import { z } from 'zod'

type Json = Record<string, unknown>

/**
 * The smallest value that fits a schema: required fields only, the first word of a list, the first of `examples`.
 * Throws where a schema's expression says nothing that can be written down: give it `.meta({ examples })`, or the
 * operation an example of its own.
 */
export function sampleOf(schema: z.ZodType): unknown {
  return make(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, '')
}

function make(schema: Json, place: string): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  const listed = (schema.examples ?? schema.enum) as unknown[] | undefined
  if (listed) return listed[0]
  const options = schema.anyOf as Json[] | undefined
  if (options) return make(options[0]!, place)
  return makeTyped(schema, place)
}

function makeTyped(schema: Json, place: string): unknown {
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        ((schema.required ?? []) as string[]).map(name => [
          name,
          make((schema.properties as Record<string, Json>)[name]!, `${place}.${name}`),
        ]),
      )
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 0) }, () =>
        make(schema.items as Json, `${place}[]`),
      )
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 1), 1)
    case 'boolean':
      return true
    case 'string':
      return makeText(schema, place)
    default:
      return null
  }
}

function makeText(schema: Json, place: string): string {
  if (schema.format === 'date-time') return '2030-01-02T03:04:05.000+00:00'
  if (schema.pattern) throw new Error(`No value is known for body${place}: give an example of it.`)
  return 'x'.repeat(Math.max(1, Number(schema.minLength ?? 1)))
}

/** The fields of a body, none of which takes `wrong`. */
export function wrongFields(schema: z.ZodType): Record<string, unknown> {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const refused = names.filter(name => !(schema as z.ZodObject).shape[name]!.safeParse(wrong).success)
  return Object.fromEntries(refused.map(name => [name, wrong]))
}
const wrong = [[{ nothing: 'takes this' }]]
