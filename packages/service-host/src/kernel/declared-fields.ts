// A service sends exactly the fields that its contract declares: other fields of a row are cut off, and outside
// production an answer that does not match its declaration is an error.
import { z } from 'zod'
import { compileCopy } from './compile-copy.ts'

/** Columns that contracts never show; collected from the entities when a service starts. */
export const hiddenColumns = new Set<string>(['school_id'])

const strict = process.env.NODE_ENV !== 'production'
type Cut = (value: unknown) => unknown
type Pick = (source: object) => Record<string, unknown>
const picks = new WeakMap<z.ZodType, Pick | null>()

/** What copies the declared fields of an object; null if the schema is not that of an object. */
function pickOf(schema: z.ZodType): Pick | null {
  let pick = picks.get(schema)
  if (pick === undefined) {
    pick = schema instanceof z.ZodObject ? copyOf(schema.shape) : null
    picks.set(schema, pick)
  }
  return pick
}

const copyOf = (fields: Readonly<Record<string, z.ZodType>>): Pick =>
  compileCopy(Object.entries(fields).map(([name, field]) => ({ name, from: name, change: cutOf(field) })))

/** The cut of a field's value; null if it contains no object. */
function cutOf(schema: unknown): Cut | null {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return cutOf(schema.unwrap())
  if (schema instanceof z.ZodArray) {
    const cut = cutOf(schema.element)
    return cut && (value => (Array.isArray(value) ? value.map(cut) : value))
  }
  if (!(schema instanceof z.ZodObject)) return null
  let pick: Pick | undefined
  return value => {
    if (typeof value !== 'object' || value === null) return value
    // Not before the first value: a schema may contain itself.
    pick ??= pickOf(schema)!
    return pick(value)
  }
}

/** The option of a union that the value matches; the first if it matches none. */
function optionOf(schema: z.ZodType, value: unknown): z.ZodType {
  if (!(schema instanceof z.ZodUnion)) return schema
  const options = schema.options as z.ZodType[]
  return options.find(option => option.safeParse(value).success) ?? options[0]!
}

/**
 * A copy with the declared fields only, in the declared order; the same for the objects inside. A field that is absent is
 * `undefined`.
 */
export function pickDeclared(declared: z.ZodType, value: object): Record<string, unknown> {
  const pick = pickOf(optionOf(declared, value))
  return pick ? pick(value) : (value as Record<string, unknown>)
}

/** The value, an object or a list of objects, with the declared fields only. */
export function cutToDeclared(schema: z.ZodType, value: unknown): unknown {
  const cut = cutOf(schema)
  return cut ? cut(value) : value
}

/** Throws outside production if the value has undeclared fields or does not match the schema. */
export function checkDeclared(declared: z.ZodType, value: object, what: string): void {
  if (!strict) return
  const schema = optionOf(declared, value)
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const entry of value) checkDeclared(schema.element as z.ZodType, entry, what)
    return
  }
  const fields = schema instanceof z.ZodObject ? schema.shape : null
  const extra = fields
    ? Object.keys(value).filter(key => !Object.hasOwn(fields, key) && !hiddenColumns.has(key))
    : []
  if (extra.length)
    throw new Error(`${what} has fields that its contract does not declare: ${extra.join(', ')}`)
  const parsed = schema.safeParse(pickDeclared(schema, value))
  if (!parsed.success)
    throw new Error(`${what} does not match its contract: ${z.prettifyError(parsed.error)}`)
}
