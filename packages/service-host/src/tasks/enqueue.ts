// Enqueues tasks as writes of a unit of work: they exist if, and only if, its change does.
import { formatTime, type Id, newId } from '@lms/contract'
import { type Condition, placed } from '../database/page.ts'
import { textArray } from '../database/statements.ts'
import type { Follows } from '../work/outgoing-messages.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'
import { payloadText, type Task } from './task.ts'

export interface When {
  /** When it is due; default: now. */
  at?: Date
  /**
   * Of the tasks with one key in one school, at most one runs and at most one waits. Enqueued again, the waiting one
   * takes the newer payload and time, and starts from the beginning.
   */
  key?: string
  /**
   * A waiting one that is due sooner stays. For a run that leaves itself the next time: what was enqueued while it ran
   * follows from a change that it may not have seen.
   */
  unlessSooner?: boolean
  /** What it follows from, where the work does more than that: a batch of events, effects of many. */
  follows?: Follows
}

const columns =
  '(school_id, queue, id, key, payload, status, due_at, request_id, client_request_id, cause_id, created_at)'
const newer = `on conflict (school_id, queue, key) where status in ('ready', 'waiting') do update set
  payload = excluded.payload, state = null, status = excluded.status, due_at = excluded.due_at, steps = 0, failures = 0,
  error = null, request_id = excluded.request_id, client_request_id = excluded.client_request_id,
  cause_id = excluded.cause_id`
const sooner = `${newer} where excluded.due_at < tasks.due_at`

/** Enqueues a task; returns its id, which is that of the waiting task with the same key, if there is one. */
export function enqueue<P>(
  work: UnitOfWork,
  task: Task<P, any>,
  payload: P,
  { at, key, unlessSooner = false, follows }: When = {},
): Id<'job'> {
  const id = newId('job')
  const ones = [id, key ?? null, payloadText(task, payload)]
  const cause = follows ? [follows.requestId, null, follows.causeId] : causeOf(work)
  const values = [work.school, task.name, ...ones, ...dueOf(work, at), ...cause, work.now]
  insert(work, task, {
    sql: 'values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    values,
    at,
    unlessSooner,
  })
  return id
}

/** Enqueues many tasks in one statement; of several with one key the last counts. */
export function enqueueMany<P>(
  work: UnitOfWork,
  task: Task<P, any>,
  entries: readonly { payload: P; key?: string }[],
  { at }: Pick<When, 'at'> = {},
): void {
  if (entries.length === 0) return
  const ones = new Map(entries.map(entry => [entry.key ?? {}, entry]))
  const rows = [...ones.values()].sort((one, other) => ((one.key ?? '') < (other.key ?? '') ? -1 : 1))
  const lists = [
    rows.map(() => newId('job')),
    rows.map(({ key }) => key ?? ''),
    rows.map(({ payload }) => payloadText(task, payload)),
  ].map(textArray)
  const sql = `select $1, $2, r.id, nullif(r.key, ''), r.payload, $6, $7::timestamptz, $8, $9, $10, $11::timestamptz
    from unnest($3::text[], $4::text[], $5::text[]) with ordinality r (id, key, payload, place) order by r.place`
  const values = [work.school, task.name, ...lists, ...dueOf(work, at), ...causeOf(work), work.now]
  insert(work, task, { sql, values, at })
}

/**
 * Enqueues the results of a select, in one statement: `key` and `payload` (JSON) of each, no key twice; `$` stands for
 * each value. For more tasks than a request could name.
 */
export function enqueueSelected(work: UnitOfWork, task: Task, selected: Condition): void {
  insert(work, task, {
    sql: `select $1, $2, 'job_0' || left(replace(gen_random_uuid()::text, '-', ''), 25), s.key, s.payload, 'ready',
        $3::timestamptz, $4, $5, $6, $3::timestamptz
      from (${placed(selected, 7)}) s (key, payload) order by s.key`,
    values: [work.school, task.name, work.now, ...causeOf(work), ...selected.values],
  })
}

/** Cancels the tasks with these keys; a running one is rolled back unless it has just committed. */
export function cancelTasks(work: UnitOfWork, task: Task, keys: readonly string[]): void {
  if (keys.length === 0) return
  work.write(
    `delete from "${work.schema}".tasks where school_id = $1 and queue = $2 and key = any($3::text[])`,
    [work.school, task.name, textArray(keys)],
  )
}

/** Cancels one task by its id; false if it is over. The effects of a running step are rolled back. */
export async function cancelTask(work: UnitOfWork, task: Task, id: string): Promise<boolean> {
  const taskKey = [work.school, task.name, id]
  const condition = `school_id = $1 and queue = $2 and id = $3`
  const { rows } = await work.lock(
    `select 1 from "${work.schema}".tasks where ${condition} and status <> 'failed' for update`,
    taskKey,
  )
  if (rows.length) work.write(`delete from "${work.schema}".tasks where ${condition}`, taskKey)
  return rows.length > 0
}

/** Whether one of the tasks with these keys is unfinished; one that has failed for good is not. */
export async function isUnfinished(work: UnitOfWork, task: Task, keys: Condition): Promise<boolean> {
  const { rows } = await work.read(
    `select 1 from "${work.schema}".tasks where school_id = $1 and queue = $2 and status <> 'failed'
       and key in (${placed(keys, 3)}) limit 1`,
    [work.school, task.name, ...keys.values],
  )
  return rows.length > 0
}

/**
 * Unfinished tasks of the school, in the order of their creation, failing ones last; at most this many. All are read, so
 * their number in the queue needs a bound.
 */
export async function openTasks(work: UnitOfWork, task: Task, most: number): Promise<string[]> {
  const open = (status: string) =>
    `select id, failures from "${work.schema}".tasks where school_id = $1 and queue = $2 and status ${status}`
  const { rows } = await work.read(
    `select id from (${open(`= 'ready'`)} union all ${open(`in ('waiting', 'running')`)}) t
     order by failures > 0, id limit $3`,
    [work.school, task.name, String(most)],
  )
  return rows.map(([id]) => id!)
}

/** Inserts the rows of `sql`, in the order of `columns`; wakes a runner if some are due. */
function insert(
  work: UnitOfWork,
  task: Task<any, any>,
  { sql, values, at, unlessSooner }: Condition & Pick<When, 'unlessSooner'> & { at?: Date | undefined },
): void {
  const text = `insert into "${work.schema}".tasks ${columns} ${sql} ${unlessSooner ? sooner : newer}`
  work.write(text, [...values], task.counted ? 'task' : undefined)
  if (isDue(work, at)) work.leavesTasks()
}

const causeOf = ({ origin }: UnitOfWork) => [origin.requestId, origin.clientRequestId, origin.causeId]

const isDue = ({ origin }: UnitOfWork, at: Date | undefined) => at === undefined || at <= origin.now

const dueOf = (work: UnitOfWork, at: Date | undefined): [status: string, due: string] =>
  isDue(work, at) ? ['ready', work.now] : ['waiting', formatTime(at!)]
