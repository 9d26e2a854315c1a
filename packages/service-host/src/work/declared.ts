// What leaves a service is what its contract declares: other fields of a row are cut off, and outside
// production an answer that does not fit its declaration is an error.
import { z } from 'zod'

/** Columns that rows carry and contracts never show; collected from the entities when a service starts. */
export const hiddenColumns = new Set<string>(['school_id'])

const strict = process.env.NODE_ENV !== 'production'
const keysOf = new WeakMap<z.ZodType, readonly string[] | null>()

function declaredKeys(schema: z.ZodType): readonly string[] | null {
  let keys = keysOf.get(schema)
  if (keys === undefined) {
    keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : null
    keysOf.set(schema, keys)
  }
  return keys
}

/** A copy with the declared fields only, in the declared order. */
export function pickDeclared(schema: z.ZodType, value: Record<string, unknown>): Record<string, unknown> {
  const keys = declaredKeys(schema)
  if (!keys) return value
  const picked: Record<string, unknown> = {}
  for (const key of keys) if (value[key] !== undefined) picked[key] = value[key]
  return picked
}

/** Throws outside production where the value has undeclared fields or does not fit the schema. */
export function checkDeclared(schema: z.ZodType, value: Record<string, unknown>, what: string): void {
  if (!strict) return
  const keys = declaredKeys(schema)
  const extra = keys ? Object.keys(value).filter(key => !keys.includes(key) && !hiddenColumns.has(key)) : []
  if (extra.length) throw new Error(`${what} has fields its contract does not declare: ${extra.join(', ')}`)
  const parsed = schema.safeParse(pickDeclared(schema, value))
  if (!parsed.success) throw new Error(`${what} does not fit its contract: ${z.prettifyError(parsed.error)}`)
}
