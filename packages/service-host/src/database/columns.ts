// The kinds of columns. Names are snake_case in the table, the entity and the API alike, so a row needs no translation.

import type { Id, Prefix } from '@lms/contract'
import { defineEntity, type EntitySchema, type InferEntity, p } from '@mikro-orm/core'
import type { EarlierNames } from './earlier-names.ts'

const textC = 'text collate "C"'

/** Column builders. Times are API strings (`2026-11-21T09:30:00.000+00:00`), money and counters numbers. */
export const column = {
  id: <P extends Prefix>() => p.text().columnType(textC).$type<Id<P>>(),
  text: () => p.text().columnType('text'),
  /** Text that is compared and sorted by bytes: keys, codes, states. */
  key: <T extends string = string>() => p.text().columnType(textC).$type<T>(),
  time: () => p.string().columnType('timestamptz(3)'),
  integer: () => p.integer().columnType('int'),
  texts: <T extends string = string>() => p.string().columnType('text[]').$type<T[]>(),
  integers: () => p.string().columnType('integer[]').$type<number[]>(),
  /** Ranges of whole numbers: `{[0,30),[40,50)}`. */
  ranges: () => p.string().columnType('int4multirange'),
  bigint: () => p.bigint('number').columnType('bigint'),
  boolean: () => p.boolean().columnType('boolean'),
  /** A fixed number of bits, as a text of zeros and ones; Postgres ORs those of equal length. */
  bits: (length = 240) => p.string().columnType(`bit(${length})`),
  json: <T>() => p.json<T>().columnType('jsonb'),
}

/** The columns of every object of a school. */
export const common = {
  version: () => column.integer(),
  created_at: () => column.time(),
  updated_at: () => column.time(),
}

/** The options of a column besides its type. */
export interface Check {
  name: string
  expression: string
}

/**
 * Whether the rows of a table belong to the school, and so to its archive, and how they return from it.
 *
 * `rows`: with all columns, hidden ones included, as they are. What a service derives from its own rows, or has heard of
 * others, returns so, too: it is of the same snapshot.
 * `never` says why not: they are secrets, or of no use later, or bound to another database.
 */
export type Archive = 'rows' | ReturningRows | NeverArchived
export interface ReturningRows {
  /** Which rows are in an archive, in SQL about the table `t`; default: all. */
  readonly only?: string
  /** Columns that leave no archive, secrets above all, and what a restored row has in their place. */
  readonly without?: Readonly<Record<string, null | ''>>
  /** Values that a restored row has in place of the archived ones. */
  readonly sets?: Readonly<Record<string, boolean | readonly string[] | null>>
  /** What its columns and values were called in archives of earlier versions. */
  readonly earlier?: EarlierNames
  /** Workers walk the table across schools, so its rows come back when all others are there. */
  readonly last?: true
}
export interface NeverArchived {
  readonly never: string
  /**
   * What a restored school has: `empty` — nothing, and needs nothing; `read anew` — a copy that is read again before the
   * first answer that needs it; `rebuilt` — what the service makes of the rows that have returned (`restored`);
   * `by triggers` — what the database writes as they return.
   */
  readonly returns: 'empty' | 'read anew' | 'rebuilt' | 'by triggers'
}

const archives = new WeakMap<AnyEntity, Archive>()

/** How the rows of a table return from the archive of a school; null if they are in none. */
export function returningOf(entity: AnyEntity): ReturningRows | null {
  const archive = archiveOf(entity)
  return archive === 'rows' ? {} : 'never' in archive ? null : archive
}

/** What the table of an entity declares about the archive of a school. */
export function archiveOf(entity: AnyEntity): Archive {
  const archive = archives.get(entity)
  if (!archive) throw new Error(`${entity.init().meta.tableName} does not declare \`archive\`.`)
  return archive
}

/**
 * An entity with a school: its key begins with `school_id`, and row-level security shows only rows of the own school.
 */
export function tenantEntity<const Name extends string, const P extends Record<string, any>>(
  schema: string,
  name: Name,
  properties: P,
  {
    archive,
    ...options
  }: {
    archive: Archive
    indexes?: { properties: string[] }[]
    uniques?: { properties: string[]; name: string }[]
    checks?: Check[]
  },
) {
  const entity = defineEntity({
    name: `${schema}_${name}`,
    tableName: name,
    schema,
    properties: { school_id: column.id<'sch'>().primary().hidden(), ...properties },
    ...(options as object),
  })
  archives.set(entity, archive)
  if (archive !== 'rows' && !('never' in archive))
    for (const column of Object.keys({ ...archive.without, ...archive.sets }))
      if (!(column in properties))
        throw new Error(`${schema}.${name} declares ${column}, which is no column of it.`)
  return entity
}

export type AnyEntity = EntitySchema<any, any>

/** A row of an entity's table: every column is present, an empty one is null. */
export type RowOf<E> = {
  [K in keyof InferEntity<E> as K extends string ? K : never]-?: Exclude<InferEntity<E>[K], undefined>
}
