// The figures of a school's queues, and the retry of a failed task.
import type { QueuedTask, QueueState } from '@lms/contract'
import type { z } from 'zod'
import { readDatabaseTime } from '../database/rows.ts'
import { textArray } from '../database/statements.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'
import type { TaskHandler } from './handler.ts'
import { readPayload, type Task } from './task.ts'

/** Tasks are counted up to this number. */
const mostCounted = 10_000
/** Tasks shown for a queue: the latest failed ones, then running, ready and waiting ones, by time. */
const mostShown = 50

type ShownTask = z.infer<typeof QueuedTask>
type QueueFigures = z.infer<typeof QueueState> & { queue: string }

/** The order of unfinished tasks. */
const places = ['failed', 'running', 'ready', 'waiting']

/** The figures of every queue of the service, for the school of the work. */
export async function figuresOf(handlers: readonly TaskHandler[], work: UnitOfWork): Promise<QueueFigures[]> {
  if (handlers.length === 0) return []
  const names = textArray(handlers.map(({ task }) => task.name))
  const tasks = `"${work.schema}".tasks t where t.school_id = $1 and t.queue = q.queue and t.status`
  const queues = 'unnest($2::text[]) q (queue)'
  // Each of these is a partial index, so that failed tasks are never walked to find the others.
  const [failed, ready, later] = [`= 'failed'`, `= 'ready'`, `in ('waiting', 'running')`]
  const counted = (status: string) =>
    `(select count(*) from (select from ${tasks} ${status} limit ${mostCounted}) c)`
  const firstDue = (status: string) => `(select t.due_at from ${tasks} ${status} order by t.due_at limit 1)`
  const shownOf = (status: string, order: string) =>
    work.read(
      `select f.* from ${queues} cross join lateral (
         select queue, id, status, steps, payload, state, failures, error, due_at, failed_at, created_at, request_id
         from ${tasks} ${status} order by ${order} limit ${mostShown}) f`,
      [work.school, names],
    )
  const [counts, ...jobs] = await Promise.all([
    work.read(
      `select q.queue, least(${mostCounted}, ${counted(ready)} + ${counted(later)}), ${counted(failed)},
         least(${firstDue(ready)}, ${firstDue(later)}) from ${queues}`,
      [work.school, names],
    ),
    shownOf(failed, 't.failed_at desc'),
    shownOf(later, 't.due_at'),
    shownOf(ready, 't.due_at'),
  ])
  const byQueue = Map.groupBy(
    jobs.flatMap(({ rows }) => rows),
    ([queue]) => queue!,
  )
  const now = work.origin.now.getTime()
  return counts.rows.map(([queue, length, failures, due]) => {
    const handler = handlers.find(({ task }) => task.name === queue)!
    const shownJobs = (byQueue.get(queue!) ?? []).map(row => shown(handler, row))
    return {
      queue: queue!,
      length: Number(length),
      delay_seconds: due ? Math.max(0, (now - Date.parse(readDatabaseTime(due))) / 1000) : 0,
      failed: Number(failures),
      jobs: shownJobs
        .sort((one, other) => places.indexOf(one.status) - places.indexOf(other.status))
        .slice(0, mostShown),
    }
  })
}

function shown({ task }: TaskHandler, row: (string | null)[]): ShownTask {
  const [, id, status, steps, payload, state, failures, error, due, failed, created, request] = row
  return {
    id: id as ShownTask['id'],
    status: status as ShownTask['status'],
    steps: Number(steps),
    progress: state ? progressOf(task, state, payload!) : null,
    failures: Number(failures),
    error: error ?? null,
    due_at: readDatabaseTime(due!),
    failed_at: failed ? readDatabaseTime(failed) : null,
    created_at: readDatabaseTime(created!),
    request_id: request!,
  }
}

/** Also null if this version cannot read the state of another version: the queue is shown all the same. */
function progressOf(task: Task, state: string, payload: string): ShownTask['progress'] {
  try {
    return task.progress(JSON.parse(state), readPayload(task, payload))
  } catch {
    return null
  }
}

/**
 * Makes a task that failed for good due again, as if it had never been tried; locks it until the end of the work.
 * `superseded` if a newer one with its key waits.
 */
export async function retryFailed(
  queue: string,
  id: string,
  work: UnitOfWork,
): Promise<'ready' | 'not_found' | 'not_failed' | 'superseded'> {
  const { rows } = await work.lock(`select "${work.schema}".retry_task($1, $2, $3, $4)`, [
    work.school,
    queue,
    id,
    work.now,
  ])
  const [[became]] = rows as [['ready' | 'not_found' | 'not_failed' | 'superseded']]
  if (became === 'ready') work.leavesTasks()
  return became
}
