// The table of a resource's objects: its columns are the declared fields of the contract, and hidden ones.
import type { Id, ListSpec, Refusal } from '@lms/contract'
import { z } from 'zod'
import { type AnyEntity, type Archive, type Check, column, tenantEntity } from '../database/columns.ts'
import { Store } from './store.ts'
import { type Table, type TableOptions, type TableRow, table } from './table.ts'
import type { UnitOfWork } from './unit-of-work.ts'

type Shape = z.ZodRawShape
/** The result of the builders of `column`. */
interface Column {
  primary(): Column
  nullable(): Column
  hidden(): Column
}
type Columns = Readonly<Record<string, Column>>

/** A row: the object's fields without computed ones, the hidden columns, and the school. */
export type ObjectRow<S extends Shape, Hidden extends Columns, Computed> = Flat<
  { school_id: Id<'sch'> } & Values<Pick<S, Exclude<keyof S, Computed>>> & StoredRow<Hidden>
>
type Values<S extends Shape> = { -readonly [K in keyof S]: z.output<S[K]> }
type StoredRow<C extends Columns> = { -readonly [K in keyof C]: ValueIn<C[K]> }
type ValueIn<C> = C extends { '~type'?: { value: infer Value }; '~options': infer Options }
  ? Options extends { nullable: true }
    ? Value | null
    : Value
  : never
type Flat<T> = { [K in keyof T]: T[K] }

export interface ObjectTable<Row, Move extends string = string> extends Table {
  readonly entity: AnyEntity
  /** For types only: the row, and the moves of its states. */
  readonly row?: Row
  readonly move?: Move
}
/** A row of the table. */
export type RowIn<T> = T extends ObjectTable<infer Row> ? Row : never

type ColumnName<S extends Shape, Hidden extends Columns> = (keyof S | keyof NoInfer<Hidden>) & string

interface ObjectTableOptions<
  S extends Shape,
  Hidden extends Columns,
  Computed,
  State extends string,
  Move extends string,
> extends TableOptions<State, Move> {
  /** Columns that no answer shows: `{ secret: column.text() }`. */
  hidden?: Hidden
  /** Fields of the object without a column: computed for each answer. */
  computed?: readonly Computed[]
  /** The kind of column if the field's schema does not determine it; nullability follows from the schema. */
  kinds?: { readonly [K in keyof S & string]?: ColumnKind }
  /** The primary key after the school, unless it is the id. */
  key?: readonly ColumnName<S, Hidden>[]
  /** Default: the rows belong to the archive of the school. */
  archive?: Archive
  /** The list; each of its sorts has an index, unless a unique constraint serves it. */
  list?: { readonly list: ListSpec }
  /** Columns of further indexes, after the school. */
  indexes?: readonly (readonly ColumnName<S, Hidden>[])[]
  /** Columns of indexes for work across all schools. */
  acrossSchools?: readonly (readonly ColumnName<S, Hidden>[])[]
  /** Columns that are unique in a school, and the refusal of a duplicate, if a caller can cause one. */
  unique?: readonly {
    readonly of: readonly ColumnName<S, Hidden>[]
    readonly refusal?: Refusal
    /** The constraint's name, unless it consists of the table and the columns: `tags_name_key`. */
    readonly name?: string
  }[]
}

/** The table `<schema>.<name>` of a resource's objects. */
export function objectTable<
  S extends Shape,
  Hidden extends Columns = Record<never, never>,
  const Computed extends keyof S & string = never,
  State extends string = never,
  Move extends string = never,
>(
  qualified: `${string}.${string}`,
  object: z.ZodObject<S>,
  options: ObjectTableOptions<S, Hidden, Computed, State, Move> = {},
): ObjectTable<ObjectRow<S, Hidden, Computed>, Move> {
  const { hidden, computed = [], kinds, key, archive = 'rows', list, indexes, ...others } = options
  const { acrossSchools, unique = [], ...rest } = others
  const [schema, name] = qualified.split('.') as [string, string]
  const omitted: readonly string[] = computed
  const storedFields = fieldsOf(object.shape).filter(([field]) => !omitted.includes(field))
  const uniques = unique.map(each => ({ ...each, name: each.name ?? `${name}_${each.of.join('_')}_key` }))
  const entity = tenantEntity(schema, name, columnsOf(storedFields, { hidden, kinds, key }), {
    archive,
    indexes: indexesOf(storedFields, { list, indexes, acrossSchools, unique }),
    uniques: uniques.map(each => ({ name: each.name, ...inSchool(each.of) })),
    checks: storedFields.flatMap(([field, type]) => checkFor(name, field, type)),
  })
  const uniqueRefusals = Object.fromEntries(
    uniques.flatMap(each => (each.refusal ? [[each.name, each.refusal]] : [])),
  )
  return { ...table(entity, { ...rest, conflicts: { ...uniqueRefusals, ...rest.conflicts } }), entity }
}

type Field = readonly [name: string, type: z.ZodType]
// Inside, names are strings; the signature above checks them.
interface Declared {
  hidden?: Columns
  kinds?: Readonly<Record<string, ColumnKind | undefined>>
  key?: readonly string[]
  list?: { readonly list: ListSpec }
  indexes?: readonly (readonly string[])[]
  acrossSchools?: readonly (readonly string[])[]
  unique?: readonly { readonly of: readonly string[] }[]
}

/** The columns, those of the primary key first and in its order. */
function columnsOf(
  storedFields: readonly Field[],
  { hidden = {}, kinds = {}, key = ['id'] }: Declared,
): Columns {
  const all: Columns = {
    ...Object.fromEntries(storedFields.map(([name, type]) => [name, columnFor(name, type, kinds[name])])),
    ...Object.fromEntries(
      Object.entries(hidden).map(([name, hiddenColumn]) => [name, hiddenColumn.hidden()]),
    ),
  }
  const keyed = key.map(name => [name, all[name]!.primary()] as const)
  return { ...Object.fromEntries(keyed), ...all, ...Object.fromEntries(keyed) }
}

const inSchool = (of: readonly string[]) => ({ properties: ['school_id', ...of] })

function indexesOf(
  storedFields: readonly Field[],
  { list, indexes = [], acrossSchools = [], unique = [] }: Declared,
) {
  const nullable = new Set(
    storedFields.flatMap(([name, type]) => (type instanceof z.ZodNullable ? [name] : [])),
  )
  // Rows with a unique value need no id to be ordered, so the constraint's index serves the sort.
  const served = new Set(unique.flatMap(({ of: [first, ...more] }) => (more.length ? [] : [first])))
  const sorts = (list?.list.sorts ?? []).filter(sort => nullable.has(sort) || !served.has(sort))
  return [
    ...[...sorts.map(sort => [sort, 'id']), ...indexes].map(inSchool),
    ...acrossSchools.map(of => ({ properties: [...of] })),
  ]
}

/** The store of a table with the common methods; extend it with queries of its own. */
export const storeOf = <Row extends TableRow, Move extends string>(
  described: ObjectTable<Row, Move>,
): { new (work: UnitOfWork): Store<Row, Move>; readonly table: ObjectTable<Row, Move> } =>
  class extends Store<Row, Move> {
    static readonly table = described
    constructor(work: UnitOfWork) {
      super(work, described)
    }
  }

const fieldsOf = (shape: Shape) => Object.entries(shape) as unknown as Field[]

interface Json {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown
  const?: unknown
  maximum?: number
}

type ColumnKind = keyof typeof column

/** The column for the values of a field's schema. */
function columnFor(name: string, field: z.ZodType, declaredKind?: ColumnKind): Column {
  if (field instanceof z.ZodNullable)
    return columnFor(name, field.unwrap() as z.ZodType, declaredKind).nullable()
  const kind = declaredKind ?? kindFor(z.toJSONSchema(field, { unrepresentable: 'any' }) as Json)
  if (!kind) throw new Error(noColumn(name, field))
  return (column[kind] as () => Column)()
}

const noColumn = (name: string, field: z.ZodType) =>
  field instanceof z.ZodNumber
    ? `${name} is a number without a column: keep whole numbers of a smaller unit, z.int(), such as cents or seconds.`
    : `No column is known for ${name}: declare its kind in \`kinds\`.`

/** A check allows only the declared states, also for writes past the contract. */
function checkFor(table: string, field: string, type: z.ZodType): Check[] {
  const constants = constantsOf(type)
  if (!constants) return []
  const listed = constants.map(constant => `'${constant}'`).join(', ')
  return [{ name: `${table}_${field}_check`, expression: `"${field}" in (${listed})` }]
}

function constantsOf(type: z.ZodType): readonly string[] | null {
  if (type instanceof z.ZodNullable) return constantsOf(type.unwrap() as z.ZodType)
  return type instanceof z.ZodEnum ? type.options.map(String) : null
}

const maxInteger = 2_147_483_647

function kindFor({ type, format, pattern, enum: constants, const: constant, maximum }: Json) {
  switch (type) {
    case 'string':
      if (format === 'date-time') return 'time'
      // Texts with a format are compared by bytes: ids, codes, states.
      return pattern !== undefined || constants !== undefined || constant !== undefined ? 'key' : 'text'
    case 'integer':
      return maximum !== undefined && maximum <= maxInteger ? 'integer' : 'bigint'
    case 'boolean':
      return 'boolean'
    case 'object':
    case 'array':
      return 'json'
    default:
      return null
  }
}
