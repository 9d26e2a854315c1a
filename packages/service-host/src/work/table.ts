// A table for stores: its shape, its statements, and its options.
import type { Caller, EventType, Moves, Refusal, Role } from '@lms/contract'
import type { AnyEntity } from '../database/columns.ts'
import type { Condition, CustomFilters } from '../database/page.ts'
import { onlyColumns, type Shape, shapeOf } from '../database/rows.ts'
import { hiddenColumns } from '../kernel/declared-fields.ts'
import type { Follows } from './outgoing-messages.ts'

export interface TableRow {
  school_id: string
  id: string
  version?: number
  updated_at?: string
  created_at?: string
}

export interface TableOptions<State extends string = any, Move extends string = any> {
  /** The moves of the column `status`, if there is one; null if callers choose it freely. */
  lifecycle?: Moves<State, Move> | null
  /** The columns in which `q` of a list looks for its text, without regard to case; a store that searches otherwise has none. */
  searched?: readonly string[]
  /** Restricts the rows that a caller may see; null for all rows of the school. */
  visible?: (caller: Caller) => Condition | null
  /** Refusals for violated constraints, by constraint name. */
  conflicts?: Record<string, Refusal>
  filters?: CustomFilters
  /** Columns that rows are read and written without; other statements do it. */
  without?: ReadonlySet<string>
  /** The cost of a new row to the school; a task for queues. */
  budget?: 'task'
}

export interface Table extends TableOptions {
  shape: Shape
  select: string
  insert: string
  /** The update of these columns; its last parameters are the school and the id. */
  update(columns: readonly { readonly name: string }[]): string
}

/** Columns that can be saved directly: the state changes only by a move. */
export type Changes<Row> = Partial<Omit<Row, 'status'>> & { status?: never }

/** Options of the event of a move. */
export interface EmitOptions {
  /** Replaces the event that the table declares for the move; null: none. */
  event?: EventType | null
  /** Related ids that are no fields of the row. */
  related?: Record<string, string | null>
  /** What the move follows from, where the work does more than that. */
  follows?: Follows | undefined
}

/** For these roles: only rows whose column is the id of the person the caller acts as. */
export const ownRows =
  (columns: Partial<Record<Role, string>>) =>
  (caller: Caller): Condition | null => {
    const column = columns[caller.role]
    return column ? { sql: `t."${column}" = $`, values: [caller.user] } : null
  }

const hasStates = ({ columns }: Shape) =>
  columns.some(({ name, type }) => name === 'status' && type.startsWith('text'))

const conflictRefusals = new Map<string, Refusal>()
/**
 * The refusal declared for a violated constraint. Services of one process may have constraints of one name: the schema
 * tells them apart. An error that a trigger raises names no schema.
 */
export const conflictOf = ({
  schema,
  constraint,
}: {
  schema?: string | undefined
  constraint?: string | undefined
}) => conflictRefusals.get(schema ? `${schema}.${constraint}` : `${constraint}`)

/** Prepares the statements of an entity's table once. */
export function table<State extends string = never, Move extends string = never>(
  entity: AnyEntity,
  options: TableOptions<State, Move> = {},
): Table {
  const fullShape = shapeOf(entity)
  const { without } = options
  const shape = without ? onlyColumns(fullShape, name => !without.has(name)) : fullShape
  if (options.lifecycle === undefined && hasStates(shape))
    throw new Error(
      `${shape.table} has a status: declare its lifecycle, or null if callers choose the status freely.`,
    )
  for (const name of shape.hidden) hiddenColumns.add(name)
  const [, schema] = /^"?(\w+)"?\./.exec(shape.table)!
  for (const [constraint, refusal] of Object.entries(options.conflicts ?? {}))
    for (const name of [`${schema}.${constraint}`, constraint]) conflictRefusals.set(name, refusal)
  const names = shape.columns.map(({ name }) => `"${name}"`)
  const placeholders = shape.columns.map((_, index) => `$${index + 1}`)
  return {
    ...options,
    shape,
    select: `select ${shape.selection} from ${shape.table} t where t.school_id = $1`,
    insert: `insert into ${shape.table} (${names.join(', ')}) values (${placeholders.join(', ')})`,
    update: columns => {
      const sets = columns.map(({ name }, index) => `"${name}" = $${index + 1}`)
      const [school, id] = [columns.length + 1, columns.length + 2]
      return `update ${shape.table} set ${sets.join(', ')} where school_id = $${school} and id = $${id}`
    },
  }
}
