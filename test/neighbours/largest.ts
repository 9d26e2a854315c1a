// The largest body that an operation takes by its declaration: every optional field, each text and list as long as it
// may be, up to the megabyte that a request may have.
import { randomHex } from '@lms/testing'
import { z } from 'zod'

type Json = Record<string, unknown>

/** Bytes of a whole body, a little below what the services read. */
const maxBytes = 1_000_000

/**
 * Makes an example's body as large as its schema allows. What a pattern, an enumeration or a rule between fields
 * would not take stays as it is in the example, or is left out where the example has nothing there.
 */
export function largestBody(schema: z.ZodType, example: unknown): unknown {
  const fields = (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json).properties
  const body = { ...(example as Json) }
  for (const [name, field] of Object.entries((fields ?? {}) as Record<string, Json>)) {
    const share = (maxBytes - bytesOf(body)) / 2
    const value = grown(field, body[name], share)
    if (value === undefined) continue
    const larger = { ...body, [name]: value }
    if (schema.safeParse(larger).success && bytesOf(larger) <= maxBytes) Object.assign(body, larger)
  }
  return body
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** The largest value for a place where `present` stands; undefined where none is known. */
function grown(schema: Json, present: unknown, bytes: number): unknown {
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (options) return largestOf(options.map(option => grown(option, present, bytes)))
  if (schema.const !== undefined || schema.enum) return undefined
  switch (schema.type) {
    case 'string':
      return schema.pattern || schema.format ? undefined : wideText(schema, bytes)
    case 'array':
      return longList(schema, present, bytes)
    case 'object':
      return wideObject(schema, present, bytes)
    default:
      return undefined
  }
}

const largestOf = (values: unknown[]) =>
  values
    .filter(value => value !== undefined)
    .sort((a, b) => bytesOf(b) - bytesOf(a))
    .at(0)

/** Three bytes a character, and never the same twice, so that names are free. */
function wideText({ maxLength }: Json, bytes: number): string {
  const length = Math.min(Number(maxLength ?? bytes), Math.floor(bytes / 3))
  return randomHex(Math.min(length, 12)) + '€'.repeat(Math.max(0, length - 12))
}

function longList({ items, maxItems }: Json, present: unknown, bytes: number): unknown[] | undefined {
  const first = (present as unknown[] | undefined)?.[0]
  const one = () => grown(items as Json, first, bytes / 10) ?? first
  const sample = one()
  if (sample === undefined) return undefined
  const count = Math.min(Number(maxItems ?? 10_000), Math.floor(bytes / (bytesOf(sample) + 1)))
  return Array.from({ length: count }, one)
}

function wideObject({ properties, additionalProperties }: Json, present: unknown, bytes: number) {
  const value: Json = { ...(present as Json | undefined) }
  for (const [name, field] of Object.entries((properties ?? {}) as Record<string, Json>)) {
    const larger = grown(field, value[name], bytes / 10)
    if (larger !== undefined) value[name] = larger
  }
  if (typeof additionalProperties !== 'object') return value
  const sample = grown(additionalProperties as Json, undefined, bytes / 10)
  const count = Math.min(1000, Math.floor(bytes / (bytesOf(sample ?? null) + 20)))
  for (let number = 0; number < count; number++) value[`field_${number}`] = sample ?? null
  return value
}
