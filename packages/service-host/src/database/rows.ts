// Reading and writing the rows of a table, prepared once from the entity's metadata.

import { readTime } from '@lms/contract'
import type { EntityProperty } from '@mikro-orm/core'
import { compileCopy } from '../kernel/compile-copy.ts'
import type { Fields, Value } from './batch.ts'
import type { AnyEntity } from './columns.ts'

interface ColumnShape {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  read(text: string): unknown
  write(value: any): string
}

export interface Shape {
  /** `"commerce"."orders"` */
  readonly table: string
  readonly columns: readonly ColumnShape[]
  /** A row from the fields of Postgres, in the order of `columns`. */
  read(fields: Fields): Record<string, unknown>
  /** Columns that no answer shows. */
  readonly hidden: ReadonlySet<string>
  /** `t."id", t."number", …` in the order of `columns`. */
  readonly selection: string
}

/** `2026-11-21 09:30:00.1+00` as Postgres prints it under UTC → the API's form. */
export function readDatabaseTime(text: string): string {
  const fraction = text.length > 22 ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}+00:00`
}

const identity = (value: string) => value
const kinds: Record<string, Pick<ColumnShape, 'read' | 'write'>> = {
  text: { read: identity, write: identity },
  time: { read: readDatabaseTime, write: identity },
  number: { read: Number, write: String },
  boolean: { read: text => text === 't', write: value => (value ? 't' : 'f') },
  json: { read: text => JSON.parse(text), write: JSON.stringify },
  numbers: {
    read: text => JSON.parse(`[${text.slice(1, -1)}]`),
    write: (values: number[]) => `{${values.join(',')}}`,
  },
}

function kindOf(type: string): string {
  if (type.startsWith('text') || type.startsWith('bit') || type === 'int4multirange') return 'text'
  if (type.startsWith('timestamptz')) return 'time'
  if (type === 'int' || type === 'bigint' || type === 'smallint') return 'number'
  if (type === 'integer[]') return 'numbers'
  if (type === 'boolean' || type === 'jsonb') return type === 'jsonb' ? 'json' : type
  throw new Error(`Columns of type ${type} have no parser. Add one in database/rows.ts.`)
}

/** The shape of an entity's table. */
export function shapeOf(entity: AnyEntity): Shape {
  const meta = entity.init().meta
  const properties = Object.values(meta.properties) as EntityProperty[]
  const columns = properties.map(property => {
    const type = property.columnTypes?.[0] ?? ''
    return { name: property.name, type, nullable: property.nullable === true, ...kinds[kindOf(type)]! }
  })
  return {
    table: `"${meta.schema}"."${meta.tableName}"`,
    hidden: new Set(properties.filter(property => property.hidden).map(property => property.name)),
    ...ofColumns(columns),
  }
}

/** The same table with these of its columns only. */
export const onlyColumns = (shape: Shape, isRead: (name: string) => boolean): Shape => ({
  ...shape,
  ...ofColumns(shape.columns.filter(({ name }) => isRead(name))),
})

const ofColumns = (columns: readonly ColumnShape[]) => ({
  columns,
  read: compileCopy<Fields>(
    columns.map(({ name, read }, from) => ({
      name,
      from,
      change: read === identity ? null : read,
      nullStays: true,
    })),
  ),
  selection: columns.map(({ name }) => `t."${name}"`).join(', '),
})

/** A row from the fields of Postgres. */
export const readRow = <Row>({ read }: Pick<Shape, 'read'>, fields: Fields): Row => read(fields) as Row

/** The value of one column in the form of the database. */
export function writeValue(column: ColumnShape, value: unknown): Value {
  return value === null || value === undefined ? null : column.write(value)
}

/** A filter's value as this column's database text, or null if it is not a value of the column. */
export function readFilter(type: string, value: string): Value {
  if (type.startsWith('timestamptz')) return readTime(value)
  if (type === 'boolean') return value === 'true' ? 't' : value === 'false' ? 'f' : null
  if (type.startsWith('text')) return value.includes('\u0000') || !value.isWellFormed() ? null : value
  const most = type === 'int' ? 2_147_483_647 : Number.MAX_SAFE_INTEGER
  return /^-?\d{1,16}$/.test(value) && Math.abs(Number(value)) <= most ? value : null
}
