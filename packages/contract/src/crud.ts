// The operations of a resource with create, read, change and delete, declared by its object and a few lists. Operations
// with a meaning of their own are declared beside them by hand, or in place of one of them.
import type { z } from 'zod'
import type { Bound } from './bound.ts'
import type { EventType } from './event.ts'
import { deleted } from './field-types.ts'
import {
  bodiesOf,
  type ChangeBody,
  type CreateBody,
  type FieldRules,
  filtersBy,
  type OwnField,
} from './fields.ts'
import type { Filter } from './filter.ts'
import type { Id } from './ids.ts'
import type { ListSpec, Relation } from './list.ts'
import { A, C, G, L, LN, M, type Operation } from './operation.ts'
import type { Permission } from './permission.ts'
import type { Prefix } from './prefixes.ts'
import type { Refusal } from './refusal.ts'

type Shape = z.ZodRawShape
type Object<S extends Shape> = z.ZodObject<S>
type CrudEvent<S extends Shape> = EventType<string, z.output<Object<S>>>

interface CrudSpec<
  S extends Shape,
  ReadOnly extends OwnField<S>,
  Immutable extends OwnField<S>,
  Defaults,
  Created extends EventType,
  Updated extends EventType,
  Deleted extends EventType,
  Expands,
> extends FieldRules<S, ReadOnly, Immutable, Defaults>,
    Pick<ListSpec, 'defaultSort' | 'search'> {
  expands?: Expands
  /** The maximum number in a school, or in the parent object; `crudHandlers` refuses one more. */
  bound: Bound
  /** Singular and plural, for the summaries: `['an offer', 'offers']`. */
  names: readonly [one: string, several: string]
  /** Summaries in place of the generated ones. */
  summaries?: { readonly [N in CrudName]?: string }
  /** The resource in permissions, by default the first word of the path: `offers` of `offers:read`. */
  permission?: string
  /** Whether publishable keys may read it. */
  publishable?: boolean
  /** Fields to filter by, besides those of every list (`own-filters.ts`). */
  filters?: readonly (keyof S & string)[]
  /** Filters by values that are no fields of the object. */
  otherFilters?: Readonly<Record<string, Filter>>
  /** Fields to sort by. A table with `list` has an index for each. */
  sorts: readonly (keyof S & string)[]
  refuses?: { readonly [N in 'create' | 'update' | 'delete']?: readonly Refusal[] }
  /** Events with the resource as their object; the handlers emit them. */
  emits?: { created?: Created; updated?: Updated; deleted?: Deleted }
  /** Bodies for the document and the tests. */
  examples?: {
    create?: NoInfer<z.input<CreateBody<S, ReadOnly, Defaults>>>
    update?: NoInfer<z.input<ChangeBody<S, ReadOnly, Immutable>>>
  }
}

export type CrudName = 'list' | 'create' | 'get' | 'update' | 'delete'

/** The first of `/v1/offers/{id}/items`, the second of `/v1/offers`. */
type Inside<P extends string, Nested, Top> = P extends `${string}{${string}` ? Nested : Top

/** The operations of a resource: its collection is at the path, and one object at the path and `{item}`. */
export type Crud<
  P extends string,
  Item extends string,
  S extends Shape,
  ReadOnly,
  Immutable,
  Defaults,
  Created extends EventType,
  Updated extends EventType,
  Deleted extends EventType,
  Expands,
> = {
  readonly list: Operation<
    `GET ${P}`,
    Inside<P, 'LN', 'L'>,
    null,
    z.output<Object<S>>,
    never,
    ListSpec & ([Expands] extends [never] ? unknown : { readonly expands: Expands })
  >
  readonly create: Operation<
    `POST ${P}`,
    Inside<P, 'A', 'C'>,
    CreateBody<S, ReadOnly, Defaults>,
    z.output<Object<S>>,
    Created,
    undefined
  >
  readonly get: Operation<`GET ${P}/{${Item}}`, 'G', null, z.output<Object<S>>, never, undefined>
  readonly update: Operation<
    `PATCH ${P}/{${Item}}`,
    'M',
    ChangeBody<S, ReadOnly, Immutable>,
    z.output<Object<S>>,
    Updated,
    undefined
  >
  readonly delete: Operation<
    `DELETE ${P}/{${Item}}`,
    'M',
    null,
    { id: z.output<S['id']>; deleted: true },
    Deleted,
    undefined
  >
}

/**
 * Declares `list create get update delete` of an object. `path` is the collection, `/v1/offers`. For objects inside of
 * another it is `/v1/offers/{id}/items`, with `item` as the name of their own id.
 */
export function crud<
  const P extends `/v1/${string}`,
  S extends Shape,
  const Item extends string = 'id',
  const ReadOnly extends OwnField<S> = never,
  const Immutable extends OwnField<S> = never,
  const Defaults extends object = object,
  Created extends EventType = never,
  Updated extends EventType = never,
  Deleted extends EventType = never,
  const Expands extends Readonly<Record<string, Relation>> = never,
>(
  path: P,
  object: Object<S> & { shape: { id: z.ZodType<Id<Prefix>> } },
  spec: CrudSpec<S, ReadOnly, Immutable, Defaults, Created, Updated, Deleted, Expands> & {
    item?: Item
    emits?: { created?: CrudEvent<S>; updated?: CrudEvent<S>; deleted?: CrudEvent<S> }
  },
): Crud<P, Item, S, ReadOnly, Immutable, Defaults, Created, Updated, Deleted, Expands> {
  const { names, summaries = {}, publishable = false, refuses = {}, emits = {}, examples = {}, sorts } = spec
  const [one, several] = names
  const nested = path.includes('{')
  const ofItem = `${path}/{${spec.item ?? 'id'}}` as const
  const body = bodiesOf(object, spec)
  const about = spec.permission ?? path.split('/')[2]
  const [read, write] = [`${about}:read`, `${about}:write`] as Permission[] as [Permission, Permission]
  const listOf = <E>(event: E | undefined) => (event ? [event] : [])
  const { defaultSort, search, expands } = spec
  const filters = { ...filtersBy(object, spec.filters ?? []), ...spec.otherFilters }
  const returns = object as z.ZodType<unknown, unknown>
  return {
    list: (nested ? LN : L)(`GET ${path}`, {
      summary: summaries.list ?? `List ${several}`,
      permission: read,
      publishable,
      returns,
      list: {
        filters,
        sorts,
        ...(defaultSort && { defaultSort }),
        ...(search && { search }),
        ...(expands && { expands }),
      },
    }),
    create: (nested ? A : C)(`POST ${path}`, {
      summary: summaries.create ?? `Create ${one}`,
      permission: write,
      body: body.create as z.ZodType,
      example: examples.create as never,
      returns,
      refuses: refuses.create ?? [],
      emits: listOf(emits.created),
      bound: spec.bound,
    }),
    get: G(`GET ${ofItem}`, {
      summary: summaries.get ?? `Get ${one}`,
      permission: read,
      publishable,
      returns,
    }),
    update: M(`PATCH ${ofItem}`, {
      summary: summaries.update ?? `Change ${one}`,
      permission: write,
      body: body.change as z.ZodType,
      example: examples.update as never,
      returns,
      refuses: refuses.update ?? [],
      emits: listOf(emits.updated),
    }),
    delete: M(`DELETE ${ofItem}`, {
      summary: summaries.delete ?? `Delete ${one}`,
      permission: write,
      returns: deleted(object.shape.id as z.ZodType<string, string>),
      refuses: refuses.delete ?? [],
      emits: listOf(emits.deleted),
    }),
  } as never
}
