// Which fields an item of a list can have: by its schema, and by those of the relations that are expanded.
import type { ListSpec } from '@lms/contract'
import { z } from 'zod'

type Relations = NonNullable<ListSpec['expands']>

/** Whether `user.email` leads somewhere: through objects, lists and related objects. */
export function hasField(schema: z.ZodType, field: string, relations: Relations): boolean {
  return leads(schema, field.split('.'), relations, '')
}

function leads(schema: z.ZodType, path: readonly string[], relations: Relations, at: string): boolean {
  const [name, ...rest] = path
  if (name === undefined) return true
  const inside = elementOf(schema)
  if (!(inside instanceof z.ZodObject)) return isFree(inside)
  const place = `${at}${name}`
  if (Object.hasOwn(relations, place)) return leads(relations[place]!.returns, rest, {}, '')
  if (Object.hasOwn(inside.shape, name))
    return leads(inside.shape[name] as z.ZodType, rest, relations, `${place}.`)
  return false
}

/** What stands in a list or beside null. */
function elementOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return elementOf(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodArray ? elementOf(schema.element as z.ZodType) : schema
}

/** Whether the schema says nothing of the names in it. */
const isFree = (schema: z.ZodType) =>
  schema instanceof z.ZodRecord || schema instanceof z.ZodUnknown || schema instanceof z.ZodUnion
