// The runners' queries on the table of tasks, over all schools: make due tasks ready, find ready ones, take them.
import type { Fields } from '../database/batch.ts'
import type { Database } from '../database/database.ts'
import { readDatabaseTime } from '../database/rows.ts'
import { step, textArray } from '../database/statements.ts'
import { byIndex, Promotion } from './promotion.ts'
import type { Quota, Ready } from './share.ts'
import type { Task } from './task.ts'

/** A task under a lease. */
export interface ClaimedTask {
  school: string
  queue: string
  id: string
  payload: string
  state: string | null
  steps: number
  failures: number
  requestId: string
  clientRequestId: string | null
  causeId: string | null
  /** The request that waits for its outcome (`awaiting.ts`), as JSON. */
  awaitedBy: string | null
}

/** Sorts after every school's id. */
const last = '~'
/** Seconds after the deadline of a step until its worker counts as dead. */
export const grace = 15

export class TaskQueue {
  readonly #system: Database
  readonly #look: string
  readonly #takeSql: string
  readonly #nextSql: string
  readonly #promotion: Promotion

  constructor(system: Database, schema: string) {
    this.#system = system
    this.#promotion = new Promotion(schema)
    const tasks = `"${schema}".tasks`
    // The first entry of an index each.
    this.#nextSql = `select (select true from ${tasks} t where t.status = 'ready' order by t.queue, t.school_id, t.due_at limit 1),
      (select t.due_at from ${tasks} t where t.status in ('waiting', 'running') order by t.due_at limit 1)`
    // Ready tasks are counted only as far as a school could get slots. The walk visits each queue's schools from the
    // one after the last served, round to that one, with one index entry each.
    const first = (after: string, till: string) =>
      `cross join lateral (select t.school_id from ${tasks} t where t.queue = a.queue and t.status = 'ready'
         and t.school_id > ${after} and t.school_id <= ${till} order by t.school_id, t.due_at limit 1) f`
    this.#look = `with recursive around (queue, after, till, place, most) as (
        select q.queue, r.after, r.till, r.place, q.most from unnest($1::text[], $2::text[], $4::int[]) q (queue, after, most)
        cross join lateral (values (q.after, '${last}', 1), ('', q.after, 2)) r (after, till, place)),
      walk (queue, school_id, till, place, most, n) as (
        select a.queue, f.school_id, a.till, a.place, a.most, 1 from around a ${first('a.after', 'a.till')}
        union all
        select a.queue, f.school_id, a.till, a.place, a.most, a.n + 1 from walk a ${first('a.school_id', 'a.till')}
        where a.n < $3::int)
      select w.queue, w.school_id, (select count(*) from (
        select from ${tasks} t where t.queue = w.queue and t.status = 'ready' and t.school_id = w.school_id
        limit greatest(1, w.most * 2 / w.lines)) r)
      from (select *, count(*) over () as lines from walk) w order by w.n, w.place, w.queue`
    // In a queue with batches, tasks that failed before are taken one by one. A subquery with a limit looks for a running
    // task of the same key by its index: \`not exists\` may be answered from a list of all waiting tasks.
    this.#takeSql = `with taken as (
        select r.at, q.lease_seconds from unnest($1::text[], $2::text[], $3::int[], $4::float8[], $7::bool[])
          q (queue, school_id, rows, lease_seconds, together)
        cross join lateral (
          select o.failures = 0 as fresh from ${tasks} o
          where o.queue = q.queue and o.school_id = q.school_id and o.status = 'ready' order by o.due_at limit 1) o
        cross join lateral (
          select t.ctid as at from ${tasks} t
          where t.queue = q.queue and t.school_id = q.school_id and t.status = 'ready'
            and (not q.together or (t.failures = 0) = o.fresh)
            and (t.key is null or (select r.id from ${tasks} r where r.school_id = t.school_id and r.queue = t.queue
              and r.key = t.key and r.status = 'running' limit 1) is null)
          order by t.due_at limit case when o.fresh or not q.together then q.rows else 1 end for update of t skip locked) r)
      update ${tasks} t set status = 'running', lease = $5,
        due_at = $6::timestamptz + make_interval(secs => (select k.lease_seconds from taken k where k.at = t.ctid))
      where t.ctid = any(array(select k.at from taken k))
      returning t.school_id, t.queue, t.id, t.payload, t.state, t.steps, t.failures, t.request_id, t.client_request_id,
        t.cause_id, t.awaited_by`
  }

  /** When the next task is due, or the lease of one ends: at once if one is ready, null if there is none. */
  async nextDue(): Promise<Date | 'at once' | null> {
    const [, next] = await this.#system.run([byIndex, step(this.#nextSql)])
    const [[ready, due] = []] = next!.rows
    if (ready) return 'at once'
    return due ? new Date(readDatabaseTime(due)) : null
  }

  /**
   * Makes tasks ready that are due at `now`, and returns the ready ones: for each queue a number of schools from the
   * one after `after`.
   */
  async look(now: string, queues: readonly { task: Task; after: string }[], most: number): Promise<Ready[]> {
    const [, promoted, looked] = await this.#system.run([
      byIndex,
      this.#promotion.step(now),
      step(this.#look, [
        textArray(queues.map(({ task }) => task.name)),
        textArray(queues.map(({ after }) => after)),
        String(most),
        numbers(queues.map(({ task }) => (task.batch > 1 ? 1 : most))),
      ]),
    ])
    this.#promotion.done(promoted!)
    return looked!.rows.map(([queue, school, runs]) => ({
      queue: queue!,
      school: school!,
      runs: Number(runs),
    }))
  }

  /** Takes ready tasks under a lease; fewer if another runner was quicker. */
  async take(
    quotas: readonly Quota[],
    tasks: ReadonlyMap<string, Task>,
    { lease, now }: { lease: string; now: string },
  ): Promise<ClaimedTask[]> {
    const of = (quota: Quota) => tasks.get(quota.queue)!
    const [, takenRows] = await this.#system.run([
      commitLater,
      step(this.#takeSql, [
        textArray(quotas.map(({ queue }) => queue)),
        textArray(quotas.map(({ school }) => school)),
        numbers(quotas.map(quota => quota.runs * of(quota).batch)),
        numbers(quotas.map(quota => of(quota).deadline + grace)),
        lease,
        now,
        `{${quotas.map(quota => of(quota).batch > 1)}}`,
      ]),
    ])
    return takenRows!.rows.map(readTaken)
  }
}

// A lease lost in a crash of the server does no harm: the end of the task commits after it.
const commitLater = step(`select set_config('synchronous_commit', 'off', true)`)

const numbers = (values: readonly number[]) => `{${values.join(',')}}`

const readTaken = ([
  school,
  queue,
  id,
  payload,
  state,
  steps,
  failures,
  requestId,
  client,
  cause,
  awaitedBy,
]: Fields): ClaimedTask => ({
  school: school!,
  queue: queue!,
  id: id!,
  payload: payload!,
  state: state ?? null,
  steps: Number(steps),
  failures: Number(failures),
  requestId: requestId!,
  clientRequestId: client ?? null,
  causeId: cause ?? null,
  awaitedBy: awaitedBy ?? null,
})
