// The tasks of a school in its archive: what is due later is rows of the same snapshot as the objects that it is about.
import { column, tenantEntity } from '../database/columns.ts'
import { textArray } from '../database/statements.ts'
import { type ArchivedRow, type ArchivedTable, archivedTable } from '../work/archived-table.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'
import type { TaskHandler } from './handler.ts'

/** The name of the table in every service. */
export const tasksTable = 'tasks'

/** The columns that return; a task under a lease is one that waits. */
const taskEntity = (schema: string) =>
  tenantEntity(
    schema,
    tasksTable,
    {
      queue: column.key().primary(),
      id: column.id<'job'>().primary(),
      key: column.key().nullable(),
      payload: column.text(),
      state: column.text().nullable(),
      status: column.key(),
      due_at: column.time(),
      steps: column.integer(),
      failures: column.integer(),
      error: column.text().nullable(),
      failed_at: column.time().nullable(),
      request_id: column.key(),
      client_request_id: column.text().nullable(),
      cause_id: column.key().nullable(),
      created_at: column.time(),
    },
    { archive: { last: true } },
  )

/** The tasks of these handlers that belong to a school's archive. */
export function archivedTasks(schema: string, handlers: readonly TaskHandler[]): ArchivedTable {
  const queues = new Map(handlers.map(({ task }) => [task.name, task.returns]))
  const dropped = [...queues].flatMap(([name, returns]) => (returns === 'never' ? [name] : []))
  const only = dropped.length ? `t.queue <> all('${textArray(dropped)}'::text[])` : 'true'
  const table = archivedTable(taskEntity(schema), { last: true }, { only, anyConflict: true })
  return {
    ...table,
    put: (rows, work, moment) =>
      table.put(rows.filter(row => isArmed(row, queues, moment)).map(waiting), work),
  }
}

/** The installation that made the archive has done all that was due by its moment and reaches people. */
function isArmed(
  { queue, status, due_at }: ArchivedRow,
  queues: ReadonlyMap<string, string>,
  moment: string | undefined,
): boolean {
  const returns = queues.get(queue as string)
  if (returns === undefined || returns === 'never') return false
  if (status === 'failed' || returns === 'always') return true
  return moment === undefined || Date.parse(due_at as string) > Date.parse(moment)
}

const waiting = (row: ArchivedRow): ArchivedRow =>
  row.status === 'failed' ? row : { ...row, status: 'waiting' }

/** How many tasks of a queue are not done in a school, and how many have failed for good. */
export async function remainingTasks(
  queue: string,
  work: UnitOfWork,
): Promise<{ open: number; failed: number }> {
  const { rows } = await work.read(
    `select count(*) filter (where status <> 'failed'), count(*) filter (where status = 'failed')
     from "${work.schema}".tasks where school_id = $1 and queue = $2`,
    [work.school, queue],
  )
  const [open, failed] = rows[0]!.map(Number) as [number, number]
  return { open, failed }
}
