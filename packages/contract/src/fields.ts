// A field of an object is declared once, in the schema of the answer. Bodies and lists pick their fields from there.
import { z } from 'zod'
import { timestamp } from './field-types.ts'
import { type Filter, filterKinds } from './filter.ts'
import { fieldFilter } from './own-filters.ts'
import type { Prefix } from './prefixes.ts'
import { bodyField } from './takes.ts'

/** The fields of every object besides its id and its own fields. The version rises with each change. */
export const stamps = {
  version: z.int32().min(1),
  created_at: timestamp(),
  updated_at: timestamp(),
}

/** The stamps of an object that is created now. */
export const stampsAt = (now: string) => ({ version: 1, created_at: now, updated_at: now })

/** Fields that the server sets for all objects. */
type ServerSet = 'id' | keyof typeof stamps
const serverSet: readonly string[] = ['id', ...Object.keys(stamps)]

type Shape = z.ZodRawShape
/** The object's own fields. */
export type OwnField<S extends Shape> = Exclude<keyof S & string, ServerSet>

/** Which of an object's own fields a client cannot set, or cannot change, and the defaults of the others. */
export interface FieldRules<
  S extends Shape,
  ReadOnly extends OwnField<S>,
  Immutable extends OwnField<S>,
  Defaults,
> {
  /** Fields that the server sets; they are in no body. */
  readOnly?: readonly ReadOnly[]
  /** Fields that can be set only on creation. */
  immutable?: readonly Immutable[]
  /** Defaults of a new object's fields. The default of a nullable field is null unless declared. */
  defaults?: Defaults & { readonly [K in keyof Defaults]: K extends keyof S ? z.output<S[K]> : never }
}

// Fields are picked and never renamed, so that an editor jumps from a body's field to its declaration.
type Without<S, Names> = Pick<S, Exclude<keyof S, ServerSet | Names>>
type CreateShape<S extends Shape, ReadOnly, Defaults> = {
  [K in keyof Without<S, ReadOnly>]: K extends keyof Defaults
    ? z.ZodDefault<S[K]>
    : S[K] extends z.ZodNullable
      ? z.ZodDefault<S[K]>
      : S[K]
}
type ChangeShape<S extends Shape, Omitted> = { [K in keyof Without<S, Omitted>]: z.ZodOptional<S[K]> }
type Strict<S extends Shape> = z.ZodObject<S, z.core.$strict>

/** The body that creates an object. */
export type CreateBody<S extends Shape, ReadOnly, Defaults> = Strict<CreateShape<S, ReadOnly, Defaults>>
/** The body that changes an object: any of the fields. */
export type ChangeBody<S extends Shape, ReadOnly, Immutable> = Strict<ChangeShape<S, ReadOnly | Immutable>>

/** The create and change bodies of an object, picked from its schema. */
export function bodiesOf<
  S extends Shape,
  const ReadOnly extends OwnField<S> = never,
  const Immutable extends OwnField<S> = never,
  const Defaults extends object = object,
>(
  object: z.ZodObject<S>,
  { readOnly = [], immutable = [], defaults }: FieldRules<S, ReadOnly, Immutable, Defaults> = {},
): {
  create: CreateBody<S, ReadOnly, Defaults>
  change: ChangeBody<S, ReadOnly, Immutable>
} {
  const omitted: readonly string[] = [...serverSet, ...readOnly]
  const fixed: readonly string[] = immutable
  const defaultValues: Record<string, unknown> = defaults ?? {}
  const own = Object.entries(object.shape as unknown as Record<string, z.ZodType>).filter(
    ([name]) => !omitted.includes(name),
  )
  const created = own.map(([name, answer]) => {
    const field = bodyField(answer, true)
    if (Object.hasOwn(defaultValues, name)) return [name, field.default(defaultValues[name])]
    return [name, field instanceof z.ZodNullable ? field.default(null) : field]
  })
  const changed = own
    .filter(([name]) => !fixed.includes(name))
    .map(([name, answer]) => [name, bodyField(answer).optional()])
  return {
    create: z.strictObject(Object.fromEntries(created)),
    change: z.strictObject(Object.fromEntries(changed)),
  } as never
}

/** A body that changes settings one by one; null restores the default (JSON Merge Patch, RFC 7396). */
export const mergePatchOf = <S extends Shape>(
  object: z.ZodObject<S>,
): Strict<{ [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>> }> =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(object.shape).map(([name, field]) => [name, bodyField(field as z.ZodType).nullish()]),
    ),
  ) as never

/** The filters by these fields of an object, each of the kind of its schema. */
export function filtersBy<S extends Shape>(
  object: z.ZodObject<S>,
  names: readonly (keyof S & string)[],
): Record<string, Filter> {
  const shape = object.shape as unknown as Record<string, z.ZodType>
  return Object.fromEntries(names.map(name => [name, fieldFilter(name, shape[name]!)]))
}

/** The kind of object that a schema describes, by the prefix of its id. */
export function prefixOfObject(object: z.ZodType): Prefix {
  const idFilter = object instanceof z.ZodObject ? filterKinds.get(object.shape.id as z.ZodType) : undefined
  if (idFilter?.kind !== 'id') throw new Error('An object of a resource has an id of one kind: id: id(…).')
  return idFilter.prefix
}
