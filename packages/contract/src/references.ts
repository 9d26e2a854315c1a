// References to objects of another service: declared as a schema in a body, checked by the host before the handler.
import { z } from 'zod'
import declared from './declared-references.json' with { type: 'json' }
import { idOf } from './fault.ts'
import { filterKinds } from './filter.ts'
import type { Id } from './ids.ts'
import { type Prefix, prefixes } from './prefixes.ts'

interface Owner {
  /** The service of objects of this kind. */
  service: string
  /** Services whose objects reference them; the host asks these before a deletion. */
  namedBy: readonly string[]
}

/**
 * The services of objects that others reference, by the prefix of the ids: from the contracts of all services, which this
 * package may not import. A service that is not installed is not asked.
 */
export const objectOwners: Partial<Record<Prefix, Owner>> = declared.objects

/** The services of objects with a file behind a signed link, by the prefix of the ids; the gateway asks them for it. */
export const fileOwners: Partial<Record<Prefix, string>> = declared.files

/** A reference in a schema's metadata, and in the documentation. */
export interface ReferenceMark {
  to: readonly Prefix[]
  /** States in which the object may not be referenced. */
  except: readonly string[]
  /** The field beside it that names the person whose object it is to be; a body without that field names nobody. */
  of?: string
}
const mark = 'x-references'
const ending = '_[0-7][0-9a-hjkmnp-tv-z]{25}$'

/**
 * The id of an object of another service, of one of these kinds. The host asks that service, and refuses with
 * unknown_reference an object that does not exist there, is in one of the states of `except`, or is not of the person
 * in the field `of` beside it.
 */
export function reference<const P extends readonly [Prefix, ...Prefix[]]>(
  to: P,
  { except = [], of }: { except?: readonly string[]; of?: string } = {},
) {
  const schema = z
    .string()
    .regex(new RegExp(`^(?:${to.join('|')})${ending}`), `must be ${idOf(to)}`)
    .meta({
      examples: [`${to[0]}_01h455vb4pex5vsknk084sn02q`],
      [mark]: { to, except, ...(of && { of }) },
    })
  if (to.length === 1) filterKinds.add(schema, { kind: 'id', prefix: to[0] })
  return schema as unknown as z.ZodType<Id<P[number]>, Id<P[number]>>
}

type Json = Record<string, unknown>

/** A path in a body: names of fields, `[]` for every item of a list. */
export type FieldPath = readonly string[]

export interface IdPlace {
  fieldPath: FieldPath
  /** The prefix of the id; null for a reference, which has its own list. */
  prefix: Prefix | null
  reference: ReferenceMark | null
}

/** All places of ids in a body, also inside objects and lists. */
export function idPlaces(schema: z.ZodType): IdPlace[] {
  const paths = placesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, [])
  return [...new Map(paths.map(each => [each.fieldPath.join('.'), each])).values()]
}

function placesIn(schema: Json, fieldPath: FieldPath): IdPlace[] {
  const { pattern } = schema
  if (typeof pattern === 'string' && pattern.endsWith(ending))
    return [
      { fieldPath, prefix: prefixOf(pattern.slice(1)), reference: (schema[mark] as ReferenceMark) ?? null },
    ]
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(list => (list as Json[]) ?? [])
  return [
    ...fields.flatMap(([name, inner]) => placesIn(inner, [...fieldPath, name])),
    ...(schema.items ? placesIn(schema.items as Json, [...fieldPath, '[]']) : []),
    ...branches.flatMap(branch => placesIn(branch, fieldPath)),
  ]
}

/** The kind of an id, by its prefix; null for an unknown prefix. */
export function prefixOf(id: string): Prefix | null {
  const prefix = id.slice(0, id.indexOf('_'))
  return Object.hasOwn(prefixes, prefix) ? (prefix as Prefix) : null
}

/** The texts at a place of a body, each with its path: `body.course_ids.3`. */
export function textsAt(body: unknown, fieldPath: FieldPath, at = 'body'): { path: string; text: string }[] {
  const [name, ...rest] = fieldPath
  if (name === undefined) return typeof body === 'string' ? [{ path: at, text: body }] : []
  if (name === '[]')
    return Array.isArray(body) ? body.flatMap((item, index) => textsAt(item, rest, `${at}.${index}`)) : []
  return typeof body === 'object' && body !== null ? textsAt((body as Json)[name], rest, `${at}.${name}`) : []
}

/**
 * The kind of object that an operation deletes, and its parameter in the path, if others reference such objects: `grp`
 * and `id` for `DELETE /v1/groups/{id}`, `prc` and `priceId` for `DELETE /v1/offers/{id}/prices/{priceId}`.
 */
export function deletes({ method, path, returns }: Deleting): { kind: Prefix; parameter: string } | null {
  const parameter = /\/\{(\w+)\}$/.exec(path)?.[1]
  if (method !== 'DELETE' || !parameter || !(returns instanceof z.ZodObject)) return null
  // What has a parent is deleted only where the answer says so: others answer with the changed parent.
  if (parameter !== 'id' && !returns.shape.deleted) return null
  const id = (prefix: string) => `${prefix}_01h455vb4pex5vsknk084sn02q`
  const kinds = Object.keys(objectOwners) as Prefix[]
  const kind = kinds.find(
    each => objectOwners[each]!.namedBy.length && returns.shape.id?.safeParse(id(each)).success,
  )
  return kind ? { kind, parameter } : null
}
interface Deleting {
  method: string
  path: string
  returns: z.ZodType
}
