// The fields that an item of a list can have: those of its schema, and of the expanded relations.
import type { ListSpec } from '@lms/contract'
import { z } from 'zod'

type Relations = NonNullable<ListSpec['expands']>

/** Whether `user.email` is a field: through objects, lists and related objects. */
export function hasField(schema: z.ZodType, field: string, relations: Relations): boolean {
  return leads(schema, field.split('.'), relations, '')
}

function leads(schema: z.ZodType, path: readonly string[], relations: Relations, at: string): boolean {
  const [name, ...rest] = path
  if (name === undefined) return true
  const inside = elementOf(schema)
  if (!(inside instanceof z.ZodObject)) return isFree(inside)
  const fieldPath = `${at}${name}`
  if (Object.hasOwn(relations, fieldPath)) return leads(relations[fieldPath]!.returns, rest, {}, '')
  if (Object.hasOwn(inside.shape, name))
    return leads(inside.shape[name] as z.ZodType, rest, relations, `${fieldPath}.`)
  return false
}

/** The schema inside of a list or a nullable. */
function elementOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return elementOf(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodArray ? elementOf(schema.element as z.ZodType) : schema
}

/** Whether the schema allows any names. */
const isFree = (schema: z.ZodType) =>
  schema instanceof z.ZodRecord || schema instanceof z.ZodUnknown || schema instanceof z.ZodUnion
