// The values of an event's object at a path, and whether an object has one there, by its declaration: pure.
import { z } from 'zod'

/** Whether some object of the declared form has a value at the path. What no declaration bounds may have any. */
export function hasPath(object: z.ZodType, path: string): boolean {
  return leads(object, path.split('.'))
}

function leads(type: z.ZodType, steps: readonly string[]): boolean {
  if (type instanceof z.ZodNullable || type instanceof z.ZodOptional || type instanceof z.ZodDefault)
    return leads(type.unwrap() as z.ZodType, steps)
  if (type instanceof z.ZodPipe) return leads(type.out as z.ZodType, steps)
  if (type instanceof z.ZodUnion) return type.options.some(option => leads(option as z.ZodType, steps))
  if (type instanceof z.ZodAny || type instanceof z.ZodUnknown) return true
  const [step, ...rest] = steps
  if (step === undefined) return !(type instanceof z.ZodObject || type instanceof z.ZodArray)
  const name = step.replace('[]', '')
  const inner = innerOf(type, name)
  if (inner === null) return false
  return step === name ? leads(inner, rest) : inItems(inner, rest)
}

/** The form of the value of this name; null if there is none. */
function innerOf(type: z.ZodType, name: string): z.ZodType | null {
  if (type instanceof z.ZodObject) return (type.shape[name] as z.ZodType | undefined) ?? null
  return type instanceof z.ZodRecord ? (type.valueType as z.ZodType) : null
}

function inItems(type: z.ZodType, rest: readonly string[]): boolean {
  if (type instanceof z.ZodNullable || type instanceof z.ZodOptional || type instanceof z.ZodDefault)
    return inItems(type.unwrap() as z.ZodType, rest)
  if (type instanceof z.ZodUnion) return type.options.some(option => inItems(option as z.ZodType, rest))
  if (type instanceof z.ZodAny || type instanceof z.ZodUnknown) return true
  return type instanceof z.ZodArray && leads(type.element as z.ZodType, rest)
}

/** The values of an object at a path, at most `most` of each list: `items[].offer_id` are those of all items. */
export const valuesAt = (object: unknown, path: string, most: number): unknown[] =>
  follow(object, path.split('.'), most)

function follow(value: unknown, [step, ...rest]: readonly string[], most: number): unknown[] {
  if (step === undefined) return [value]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const name = step.replace('[]', '')
  const inner = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
  if (step === name) return follow(inner, rest, most)
  return Array.isArray(inner) ? inner.slice(0, most).flatMap(each => follow(each, rest, most)) : []
}
