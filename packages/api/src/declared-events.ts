// The events of all services, as the webhooks service needs them. It may not import the other services, so this is
// written to a file.
import { isDeepStrictEqual } from 'node:util'
import { type Filter, filterOf, personalPaths } from '@lms/contract'
import { z } from 'zod'
import { emittedEvents } from './events.ts'
import { exampleEnvelope } from './openapi/webhooks.ts'

/**
 * By type: the example that the document shows, without fields that vary from event to event, the fields of the object:
 * `items.offer_id`, and `custom_fields.*` where the names are free, and the paths of personal data, if it has some.
 */
export const declaredEvents = () =>
  Object.fromEntries(
    emittedEvents.map(({ event }) => {
      const { data, related } = exampleEnvelope(event)
      const fields = Object.fromEntries(joined(fieldsOf(event.object, [])))
      const personal = personalPaths(event.object)
      const always = { example: { data, related }, related: event.related, fields }
      return [event.type, personal.length ? { ...always, personal } : always]
    }),
  )

/** Each field with the kind of its filter; null for objects and lists. */
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

/** A field with two meanings, such as in an event with two kinds of objects, is compared as text. */
function joined(fields: readonly [name: string, filter: Filter | null][]): Map<string, Filter | null> {
  const filters = new Map<string, Filter | null>()
  for (const [name, filter] of fields) {
    const isOther = filters.has(name) && !isDeepStrictEqual(filters.get(name), filter)
    filters.set(name, isOther ? { kind: 'text' } : filter)
  }
  return filters
}

/** Lists filter by some fields only on request, but the object of an event has them all. */
const plainFilter = (schema: z.ZodType): Filter | null =>
  schema instanceof z.ZodString || schema instanceof z.ZodLiteral
    ? { kind: 'text' }
    : schema instanceof z.ZodNumber
      ? { kind: 'integer' }
      : null
