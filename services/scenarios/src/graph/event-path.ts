// Whether the object of an event has a value at a path, by its declaration: pure.
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
