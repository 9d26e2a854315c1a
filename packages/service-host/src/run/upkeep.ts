// What every service does by the clock: it forgets what is no longer needed.
import type { Step, StepResult } from '../database/batch.ts'
import type { Database } from '../database/database.ts'
import { step, textArray } from '../database/statements.ts'
import type { Service } from '../service.ts'
import type { TaskHandler } from '../tasks/handler.ts'
import { scheduled } from '../tasks/scheduled.ts'
import { noSchool } from '../tasks/task.ts'
import { resealRows, type SealedRows } from '../work/reseal-rows.ts'

/** How long an inbox remembers. The stream keeps messages for seven days; an older row protects from nothing. */
export const inboxDays = 10

/** How long a task that has failed can be looked at and retried. */
const failedDays = 30
/** Tasks that are failed at once because nothing handles them. */
const maxUnhandled = 10_000
/** Rows that one statement forgets, and statements of one time for each table. */
const sliceRows = 10_000
const maxSlices = 100

/** The tasks of a service, and those of the host itself. */
export function tasksOf({
  tasks: own = [],
  sealed = [],
}: Pick<Service, 'tasks' | 'sealed'>): readonly TaskHandler[] {
  const handlers = sealed.length ? [...own, resealTask(sealed)] : own
  const names = [...handlers.map(({ task }) => task.name), 'forget-old-rows']
  return [
    ...handlers,
    scheduled(
      'forget-old-rows',
      '*/10 * * * *',
      async ({ system, service, clock }) => {
        const now = clock.now().toISOString()
        await system.run([unhandledStep(service, names, now)])
        for (const [table, old] of oldRows) await forget(system, `"${service}".${table}`, old, now)
      },
      { deadline: 300 },
    ),
  ]
}

/** Encrypts the secrets of a service again by the present key: older keys may leave the ring after it. */
const resealTask = (sealed: readonly SealedRows[]) =>
  scheduled(
    'reseal-secrets',
    '5 * * * *',
    async runtime => {
      for (const rows of sealed) await resealRows(runtime, rows)
    },
    { deadline: 300 },
  )

/** What is forgotten of each table; `$1` is now. */
const oldRows = [
  [
    'tasks',
    `status = 'failed' and failed_at < $1::timestamptz -
       case when school_id = '${noSchool}' then interval '1 day' else interval '${failedDays} days' end`,
  ],
  ['idempotency_keys', `created_at < $1::timestamptz - interval '25 hours'`],
  ['inbox', `handled_at < $1::timestamptz - interval '${inboxDays} days'`],
] as const

/**
 * Slice by slice, each committed: what a cluster has not forgotten for days is too much for the time of one statement, and
 * would never be forgotten. The rest is left to the next time.
 */
async function forget(system: Database, table: string, old: string, now: string): Promise<void> {
  const slice = step(
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where ${old} limit ${sliceRows} for update skip locked))`,
    [now],
  )
  for (let slices = 0; slices < maxSlices; slices++) {
    const [{ count }] = (await system.run([slice])) as [StepResult]
    if (count < sliceRows) return
  }
}

/**
 * Fails tasks that no version has worked off for a day: their queue was removed from the code. Until then an older or a
 * newer replica may handle them.
 */
const unhandledStep = (service: string, names: readonly string[], now: string): Step =>
  step(
    `update "${service}".tasks set status = 'failed', error = 'no_handler', failed_at = $1::timestamptz, lease = null
     where ctid = any(array(
       select ctid from "${service}".tasks where status in ('ready', 'waiting', 'running')
         and due_at < $1::timestamptz - interval '1 day' and queue <> all($2::text[])
       limit ${maxUnhandled} for update skip locked))`,
    [now, textArray(names)],
  )
