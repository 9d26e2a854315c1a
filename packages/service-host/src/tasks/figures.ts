// The figures of a school's queues.
import type { QueuedTask, QueueState } from '@lms/contract'
import type { z } from 'zod'
import { readDatabaseTime } from '../database/rows.ts'
import { step, textArray } from '../database/statements.ts'
import type { Runtime } from '../work/runtime.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'
import type { TaskHandler } from './handler.ts'
import { readPayload, type Task } from './task.ts'

/** Tasks are counted up to this number. */
const maxCounted = 10_000
/** Tasks shown for a queue: the latest failed ones, then running, ready and waiting ones, by time. */
const maxShown = 50

type ShownTask = z.infer<typeof QueuedTask>
type QueueFigures = z.infer<typeof QueueState> & { queue: string }

/** The order of unfinished tasks. */
const statusOrder = ['failed', 'running', 'queued', 'waiting']

// Each of these is a partial index, so that failed tasks are never walked to find the others.
const [failed, ready, later] = [`= 'failed'`, `= 'ready'`, `in ('waiting', 'running')`]
const queues = 'unnest($2::text[]) q (queue)'
const tasksOf = ({ schema }: UnitOfWork) =>
  `"${schema}".tasks t where t.school_id = $1 and t.queue = q.queue and t.status`

/** The figures of every queue of the service, for the school of the work; also of queues without a task in this version. */
export async function figuresOf(handlers: readonly TaskHandler[], work: UnitOfWork): Promise<QueueFigures[]> {
  const names = await namesOf(handlers, work)
  if (names.length === 0) return []
  const tasks = tasksOf(work)
  const shownOf = (status: string, order: string) =>
    work.read(
      `select f.* from ${queues} cross join lateral (
         select queue, id, status, steps, payload, state, failures, error, due_at, failed_at, created_at, request_id
         from ${tasks} ${status} order by ${order} limit ${maxShown}) f`,
      [work.school, textArray(names)],
    )
  const [counts, ...jobs] = await Promise.all([
    countsOf(names, work),
    shownOf(failed, 't.failed_at desc'),
    shownOf(later, 't.due_at'),
    shownOf(ready, 't.due_at'),
  ])
  const byQueue = Map.groupBy(
    jobs.flatMap(({ rows }) => rows),
    ([queue]) => queue!,
  )
  return counts.map(count => {
    const handler = handlers.find(({ task }) => task.name === count.queue)
    const shownJobs = (byQueue.get(count.queue) ?? []).map(row => showTask(handler?.task, row))
    return {
      ...count,
      jobs: shownJobs
        .sort((one, other) => statusOrder.indexOf(one.status) - statusOrder.indexOf(other.status))
        .slice(0, maxShown),
    }
  })
}

/** What waits of a school in all queues of a service together. */
export interface QueueSums {
  /** Tasks that are not done yet; counted up to 10 000 of each queue. */
  waiting: number
  /** How long the oldest due task has waited. */
  delay_seconds: number
  failed: number
}

export async function sumsOf(handlers: readonly TaskHandler[], work: UnitOfWork): Promise<QueueSums> {
  const counts = await countsOf(await namesOf(handlers, work), work)
  const sum = (of: (count: (typeof counts)[number]) => number) =>
    counts.reduce((all, count) => all + of(count), 0)
  return {
    waiting: sum(({ length }) => length),
    delay_seconds: Math.max(0, ...counts.map(({ delay_seconds }) => delay_seconds)),
    failed: sum(({ failed }) => failed),
  }
}

/** The same of all schools and of the tasks of none, for who runs the installation: among 10 000 of each state. */
export async function allSums({ system, service, clock }: Runtime): Promise<QueueSums> {
  const some = (status: string) =>
    `(select due_at from "${service}".tasks where status ${status} limit ${maxCounted})`
  const [[ready_, later_, failures, due]] = (await system.rows(
    step(`select (select count(*) from ${some(ready)} r), (select count(*) from ${some(later)} l),
      (select count(*) from ${some(failed)} f), least((select min(due_at) from ${some(ready)} r),
      (select due_at from "${service}".tasks where status ${later} order by due_at limit 1))`),
  )) as [(string | null)[]]
  return {
    waiting: Number(ready_) + Number(later_),
    delay_seconds: secondsSince(due!, clock.now()),
    failed: Number(failures),
  }
}

/** The queues of the service, and those in which an older version has left tasks of the school. */
async function namesOf(handlers: readonly TaskHandler[], work: UnitOfWork): Promise<string[]> {
  const tasks = `"${work.schema}".tasks t where t.school_id = $1`
  const { rows } = await work.read(
    `with recursive found (queue) as (
       (select t.queue from ${tasks} order by t.queue limit 1)
       union all
       select (select t.queue from ${tasks} and t.queue > f.queue order by t.queue limit 1) from found f
       where f.queue is not null)
     select queue from found where queue is not null`,
    [work.school],
  )
  const own = handlers.filter(({ runAll }) => !runAll).map(({ task }) => task.name)
  return [...new Set([...own, ...rows.map(([queue]) => queue!)])]
}

async function countsOf(names: readonly string[], work: UnitOfWork): Promise<Omit<QueueFigures, 'jobs'>[]> {
  const tasks = tasksOf(work)
  const counted = (status: string) =>
    `(select count(*) from (select from ${tasks} ${status} limit ${maxCounted}) c)`
  const firstDue = (status: string) => `(select t.due_at from ${tasks} ${status} order by t.due_at limit 1)`
  const { rows } = await work.read(
    `select q.queue, least(${maxCounted}, ${counted(ready)} + ${counted(later)}), ${counted(failed)},
       least(${firstDue(ready)}, ${firstDue(later)}) from ${queues}`,
    [work.school, textArray(names)],
  )
  return rows.map(([queue, length, failures, due]) => ({
    queue: queue!,
    length: Number(length),
    delay_seconds: secondsSince(due!, work.origin.now),
    failed: Number(failures),
  }))
}

const secondsSince = (due: string | null, now: Date) =>
  due ? Math.max(0, (now.getTime() - Date.parse(readDatabaseTime(due))) / 1000) : 0

/** The status of a task as schools see it: `ready` is said of what can be used. */
export const shownStatus = (status: string) => (status === 'ready' ? 'queued' : status) as ShownTask['status']

function showTask(task: Task | undefined, row: (string | null)[]): ShownTask {
  const [, id, status, steps, payload, state, failures, error, due, failed, created, request] = row
  return {
    id: id as ShownTask['id'],
    status: shownStatus(status!),
    steps: Number(steps),
    progress: state && task ? progressOf(task, state, payload!) : null,
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
