// What leaves a service is what its contract declares: other fields of a row are cut off, and outside
// production an answer that does not fit its declaration is an error.
import { z } from 'zod'

/** Columns that rows carry and contracts never show; collected from the entities when a service starts. */
export const hiddenColumns = new Set<string>(['school_id'])

const strict = process.env.NODE_ENV !== 'production'
/** A declared field, and the object that stands in it or in its items, where one does. */
interface Field {
  key: string
  inner: z.ZodType | null
}
const fieldsOf = new WeakMap<z.ZodType, readonly Field[] | null>()

function declaredFields(schema: z.ZodType): readonly Field[] | null {
  let fields = fieldsOf.get(schema)
  if (fields === undefined) {
    fields =
      schema instanceof z.ZodObject
        ? Object.entries(schema.shape).map(([key, field]) => ({ key, inner: objectIn(field as z.ZodType) }))
        : null
    fieldsOf.set(schema, fields)
  }
  return fields
}

/** An object that takes fields beyond its own is left as it is. */
function objectIn(schema: z.ZodType): z.ZodType | null {
  if (schema instanceof z.ZodObject) return schema.def.catchall ? null : schema
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return objectIn(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodArray ? objectIn(schema.element as z.ZodType) : null
}

/** A copy with the declared fields only, in the declared order; so are the objects inside it. */
export function pickDeclared(schema: z.ZodType, value: Record<string, unknown>): Record<string, unknown> {
  const fields = declaredFields(schema)
  if (!fields) return value
  const picked: Record<string, unknown> = {}
  for (const { key, inner } of fields)
    if (value[key] !== undefined) picked[key] = inner ? pickInside(inner, value[key]) : value[key]
  return picked
}

function pickInside(schema: z.ZodType, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(item => pickInside(schema, item))
  return typeof value === 'object' && value !== null
    ? pickDeclared(schema, value as Record<string, unknown>)
    : value
}

/** Throws outside production where the value has undeclared fields or does not fit the schema. */
export function checkDeclared(schema: z.ZodType, value: Record<string, unknown>, what: string): void {
  if (!strict) return
  const keys = declaredFields(schema)?.map(({ key }) => key)
  const extra = keys ? Object.keys(value).filter(key => !keys.includes(key) && !hiddenColumns.has(key)) : []
  if (extra.length) throw new Error(`${what} has fields its contract does not declare: ${extra.join(', ')}`)
  const parsed = schema.safeParse(pickDeclared(schema, value))
  if (!parsed.success) throw new Error(`${what} does not fit its contract: ${z.prettifyError(parsed.error)}`)
}
