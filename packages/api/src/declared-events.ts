// What the webhooks service has to know of the events of all services, and may not import: written down for it.
import { isDeepStrictEqual } from 'node:util'
import { type Filter, filterOf } from '@lms/contract'
import { z } from 'zod'
import { emittedEvents } from './events.ts'
import { exampleEnvelope } from './openapi/webhooks.ts'

/**
 * By type: the example that the document shows too, as far as it is the same for every event of the type, and the fields of
 * its object: `items.offer_id`, and `custom_fields.*` where the names are free.
 */
export const declaredEvents = () =>
  Object.fromEntries(
    emittedEvents.map(({ event }) => {
      const { data, related } = exampleEnvelope(event)
      const fields = Object.fromEntries(joined(fieldsOf(event.object, [])))
      return [event.type, { example: { data, related }, related: event.related, fields }]
    }),
  )

/** Each field with the filter by which it is found; null where it is none: an object, a list. */
function fieldsOf(schema: z.ZodType, path: readonly string[]): [name: string, filter: Filter | null][] {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return fieldsOf(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType, path)
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap(option => fieldsOf(option as z.ZodType, path))
  const here = (filter: Filter | null): [string, Filter | null][] =>
    path.length ? [[path.join('.'), filter]] : []
  if (schema instanceof z.ZodRecord) return [...here(null), [[...path, '*'].join('.'), { kind: 'text' }]]
  if (!(schema instanceof z.ZodObject)) return here(filterOf(schema) ?? plainFilter(schema))
  const inner = Object.entries(schema.shape).flatMap(([name, field]) =>
    fieldsOf(field as z.ZodType, [...path, name]),
  )
  return [...here(null), ...inner]
}

/** A field that means two things, as in an object of either kind, is compared as text. */
function joined(fields: readonly [name: string, filter: Filter | null][]): Map<string, Filter | null> {
  const found = new Map<string, Filter | null>()
  for (const [name, filter] of fields) {
    const isOther = found.has(name) && !isDeepStrictEqual(found.get(name), filter)
    found.set(name, isOther ? { kind: 'text' } : filter)
  }
  return found
}

/** Of what lists are filtered by only where they say so, each object has its own value all the same. */
const plainFilter = (schema: z.ZodType): Filter | null =>
  schema instanceof z.ZodString || schema instanceof z.ZodLiteral
    ? { kind: 'text' }
    : schema instanceof z.ZodNumber
      ? { kind: 'integer' }
      : null
