// Makes tasks ready: due ones, and those whose worker has died. The earliest come first; if very many are due, also
// some of each queue and school. Otherwise 100,000 tasks of one school that become due together would delay all others.
// A dead worker counts as one more failure of its task. If a newer task with its key waits, that one stays.
import type { Step, StepResult } from '../database/batch.ts'
import { step } from '../database/statements.ts'

/**
 * Maximum rows made ready in the order of their times. With fewer due rows, no other school has any, and none is
 * walked.
 */
const atOnce = 250
/** Queues and schools visited in one pass, and rows of each. */
const visited = 500
const ofEach = 50

/**
 * Goes before the statement in its transaction. The planner takes a table without statistics for a small one, and would
 * read and sort all that is due in each look.
 */
export const byIndex = step(
  `select set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`,
)

export class Promotion {
  readonly #sql: string
  /** The queue and school visited last. */
  #after: readonly [queue: string, school: string] = ['', '']

  constructor(schema: string) {
    const tasks = `"${schema}".tasks`
    const later = `t.status in ('waiting', 'running')`
    const next = (queue: string, school: string) =>
      `select t.queue, t.school_id, t.due_at from ${tasks} t where ${later} and (t.queue, t.school_id) > (${queue}, ${school})
       order by t.queue, t.school_id, t.due_at limit 1`
    this.#sql = `with recursive head as materialized (
        select t.ctid as at, t.status, t.key from ${tasks} t where ${later} and t.due_at <= $1
        order by t.due_at limit ${atOnce} for update skip locked),
      walk (queue, school_id, due_at, n) as (
        select f.*, 1 from (${next('$2', '$3')}) f where (select count(*) from head) = ${atOnce}
        union all
        select f.*, w.n + 1 from walk w cross join lateral (${next('w.queue', 'w.school_id')}) f where w.n < ${visited}),
      turns as (
        select r.* from walk w cross join lateral (
          select t.ctid as at, t.status, t.key from ${tasks} t
          where ${later} and t.queue = w.queue and t.school_id = w.school_id and t.due_at <= $1
          order by t.due_at limit ${ofEach} for update skip locked) r where w.due_at <= $1),
      due as (select * from head union select * from turns),
      made as (
        update ${tasks} t set status = 'ready', lease = null,
          failures = t.failures + case when t.status = 'running' then 1 else 0 end,
          error = case when t.status = 'running' then 'worker_died' else t.error end
        where t.ctid = any(array(select d.at from due d where d.status = 'waiting' or d.key is null))),
      died as (
        delete from ${tasks} t where t.ctid = any(array(select d.at from due d where d.status = 'running' and d.key is not null))
        returning t.*),
      again as (
        insert into ${tasks} (school_id, queue, id, key, payload, state, status, due_at, steps, failures, error,
          request_id, client_request_id, cause_id, created_at)
        select school_id, queue, id, key, payload, state, 'ready', due_at, steps, failures + 1, 'worker_died',
          request_id, client_request_id, cause_id, created_at from died
        on conflict (school_id, queue, key) where status in ('ready', 'waiting') do nothing)
      select queue, school_id from walk where n = ${visited}`
  }

  step(now: string): Step {
    return step(this.#sql, [now, ...this.#after])
  }

  /** The next pass continues after the last school, or from the beginning if there is none after it. */
  done({ rows }: StepResult): void {
    const [[queue, school] = ['', '']] = rows
    this.#after = [queue!, school!]
  }
}
