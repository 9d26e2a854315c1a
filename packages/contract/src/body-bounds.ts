// The size of the largest body that a schema takes, in keys, members, levels and texts. Bytes alone do not bound the work: a megabyte
// of `{"a":1,…` costs a hundred times as much as a megabyte of text, parsed, checked and refused.
import type { z } from 'zod'

export interface BodyBounds {
  /** Keys of all objects. */
  readonly keys: number
  /** Keys of one object. A schema checks each key of a record before it counts them. */
  readonly fields: number
  /** Members of all objects and elements of all lists. */
  readonly members: number
  /** Objects and lists inside of each other. */
  readonly levels: number
  /** Characters of a text as JSON. */
  readonly text: number
}

/** Every operation reads a body of this size, so that a client's mistake is named in the details of the refusal. */
const least: BodyBounds = { keys: 500, fields: 500, members: 500, levels: 32, text: 20_000 }
/** No operation reads more, whatever its declaration multiplies to: a schema checks so many in a few milliseconds. */
export const maxMembers = 10_100
/** The same of levels: what reads a value by recursion needs a stack for them. */
const maxLevels = 64
/** Entries of a record that declares no `maxProperties`, and elements of a list without a maximum. */
const undeclared = 200
/** The least bytes of a member in JSON: `"",`, and of one with a key: `"a":1,` */
const bytesOfMember = 3
const bytesOfKey = 6
/** The most of a character: `\u20ac` */
const bytesOfCharacter = 6

/** The bounds of the bodies of a schema. */
export function bodyBounds(schema: z.ZodType): BodyBounds {
  const { keys, fields, members, levels, text } = sizeOf(schema)
  return {
    keys: Math.min(maxMembers, Math.max(least.keys, keys)),
    fields: Math.min(maxMembers, Math.max(least.fields, fields)),
    members: Math.min(maxMembers, Math.max(least.members, members)),
    levels: Math.max(least.levels, Math.min(maxLevels, levels)),
    text: Math.max(least.text, text),
  }
}

interface Def {
  type: string
  shape: Record<string, z.ZodType>
  element: z.ZodType
  valueType: z.ZodType
  options: z.ZodType[]
  innerType: z.ZodType
  in: z.ZodType
  checks?: { _zod: { def: { check: string; maximum?: number; length?: number } } }[]
}

const scalar: BodyBounds = { keys: 0, fields: 0, members: 0, levels: 0, text: 0 }
const free: BodyBounds = { keys: 1000, fields: 1000, members: 1000, levels: least.levels, text: 100_000 }

/** What is inside of a value of the schema. */
function sizeOf(schema: z.ZodType): BodyBounds {
  if (isFree(schema)) return free
  const { 'x-max-bytes': bytes } = (schema.meta() ?? {}) as { 'x-max-bytes'?: number }
  const { keys, members, ...rest } = partsOf(schema)
  const within = (count: number, each: number) => Math.min(count, Math.ceil((bytes ?? Infinity) / each))
  return { keys: within(keys, bytesOfKey), members: within(members, bytesOfMember), ...rest }
}

const isFree = ({ _zod: { def } }: z.ZodType) => def.type === 'any' || def.type === 'unknown'

function partsOf(schema: z.ZodType): BodyBounds {
  const def = schema._zod.def as unknown as Def
  switch (def.type) {
    case 'object': {
      const fields = Object.values(def.shape).map(sizeOf)
      const sum = (of: (field: BodyBounds) => number) => fields.reduce((all, field) => all + 1 + of(field), 0)
      return {
        keys: sum(({ keys }) => keys),
        fields: Math.max(fields.length, widest(fields)),
        members: sum(({ members }) => members),
        levels: 1 + deepest(fields),
        text: longest(fields),
      }
    }
    case 'array':
      return times(maxOf(def) ?? undeclared, sizeOf(def.element), 0)
    case 'string':
      return { ...scalar, text: bytesOfCharacter * (maxOf(def) ?? 0) }
    case 'record': {
      if (isFree(def.valueType)) return free
      const { maxProperties = undeclared } = (schema.meta() ?? {}) as { maxProperties?: number }
      return times(maxProperties, sizeOf(def.valueType), 1)
    }
    case 'union': {
      const options = def.options.map(sizeOf)
      const most = (of: (option: BodyBounds) => number) => Math.max(...options.map(of))
      return {
        keys: most(({ keys }) => keys),
        fields: widest(options),
        members: most(({ members }) => members),
        levels: deepest(options),
        text: longest(options),
      }
    }
    case 'pipe':
      return sizeOf(def.in)
    default:
      return def.innerType ? sizeOf(def.innerType) : scalar
  }
}

/** The declared maximum length of a list or a text. */
function maxOf({ checks = [] }: Def): number | undefined {
  const declared = checks.flatMap(({ _zod: { def } }) =>
    def.check === 'max_length' ? [def.maximum!] : def.check === 'length_equals' ? [def.length!] : [],
  )
  return declared.length ? Math.min(...declared) : undefined
}

const deepest = (sizes: readonly BodyBounds[]) => Math.max(0, ...sizes.map(({ levels }) => levels))

const widest = (sizes: readonly BodyBounds[]) => Math.max(0, ...sizes.map(({ fields }) => fields))

const longest = (sizes: readonly BodyBounds[]) => Math.max(0, ...sizes.map(({ text }) => text))

/** So many values of this size, each with so many keys of its own. */
const times = (
  count: number,
  { keys, fields, members, levels, text }: BodyBounds,
  own: 0 | 1,
): BodyBounds => ({
  keys: count * (own + keys),
  fields: Math.max(own * count, fields),
  members: count * (1 + members),
  levels: 1 + levels,
  text,
})
