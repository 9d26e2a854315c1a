// A service sends exactly the fields that its contract declares: other fields of a row are cut off, and outside
// production an answer that does not match its declaration is an error.
import { z } from 'zod'

/** Columns that contracts never show; collected from the entities when a service starts. */
export const hiddenColumns = new Set<string>(['school_id'])

const strict = process.env.NODE_ENV !== 'production'
type Cut = (value: unknown) => unknown
interface Shape {
  readonly keys: readonly string[]
  /**
   * An object with all keys. The engine copies it at once; an object that grows key by key takes four times as long to
   * make, and twice as long to write as JSON.
   */
  readonly blank: Readonly<Record<string, unknown>>
  /** The fields that contain objects, and their cuts. */
  readonly inner: readonly (readonly [string, Cut])[]
}
const shapes = new WeakMap<z.ZodType, Shape | null>()

function shapeOf(schema: z.ZodType): Shape | null {
  let shape = shapes.get(schema)
  if (shape === undefined) {
    shape = schema instanceof z.ZodObject ? readShape(schema.shape) : null
    shapes.set(schema, shape)
  }
  return shape
}

function readShape(fields: Readonly<Record<string, z.ZodType>>): Shape {
  const inner = Object.entries(fields).flatMap(([key, field]): [string, Cut][] => {
    const cut = cutOf(field)
    return cut ? [[key, cut]] : []
  })
  const keys = Object.keys(fields)
  return { keys, blank: Object.fromEntries(keys.map(key => [key, null])), inner }
}

/** The cut of a field's value; null if it contains no object. */
function cutOf(schema: unknown): Cut | null {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return cutOf(schema.unwrap())
  if (schema instanceof z.ZodArray) {
    const cut = cutOf(schema.element)
    return cut && (value => (Array.isArray(value) ? value.map(cut) : value))
  }
  if (!(schema instanceof z.ZodObject)) return null
  return value =>
    typeof value === 'object' && value !== null
      ? pickDeclared(schema, value as Record<string, unknown>)
      : value
}

/** The option of a union that the value matches; the first if it matches none. */
function optionOf(schema: z.ZodType, value: unknown): z.ZodType {
  if (!(schema instanceof z.ZodUnion)) return schema
  const options = schema.options as z.ZodType[]
  return options.find(option => option.safeParse(value).success) ?? options[0]!
}

/** A copy with the declared fields only, in the declared order; the same for the objects inside. */
export function pickDeclared(declared: z.ZodType, value: object): Record<string, unknown> {
  const given = value as Record<string, unknown>
  const schema = optionOf(declared, value)
  const shape = shapeOf(schema)
  if (!shape) return given
  const picked: Record<string, unknown> = { ...shape.blank }
  for (const key of shape.keys) {
    if (given[key] === undefined) delete picked[key]
    else picked[key] = given[key]
  }
  for (const [key, cut] of shape.inner) if (picked[key] !== undefined) picked[key] = cut(picked[key])
  return picked
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
  const keys = shapeOf(schema)?.keys
  const extra = keys ? Object.keys(value).filter(key => !keys.includes(key) && !hiddenColumns.has(key)) : []
  if (extra.length)
    throw new Error(`${what} has fields that its contract does not declare: ${extra.join(', ')}`)
  const parsed = schema.safeParse(pickDeclared(schema, value))
  if (!parsed.success)
    throw new Error(`${what} does not match its contract: ${z.prettifyError(parsed.error)}`)
}
