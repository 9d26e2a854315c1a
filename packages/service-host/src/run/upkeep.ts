// What every service does by the clock: it forgets what is no longer needed.
import type { Step } from '../database/batch.ts'
import { step, textArray } from '../database/statements.ts'
import type { TaskHandler } from '../tasks/handler.ts'
import { scheduled } from '../tasks/scheduled.ts'
import { noSchool } from '../tasks/task.ts'

/** How long an inbox remembers. The stream keeps messages for seven days; an older row protects from nothing. */
export const inboxDays = 10

/** How long a task that has failed can be looked at and retried. */
const failedDays = 30
/** Tasks that are failed at once because nothing handles them. */
const maxUnhandled = 10_000

/** The tasks of a service, and those of the host itself. */
export function withUpkeep(handlers: readonly TaskHandler[]): readonly TaskHandler[] {
  const names = [...handlers.map(({ task }) => task.name), 'forget-old-rows']
  return [
    ...handlers,
    scheduled('forget-old-rows', '*/10 * * * *', async ({ system, service, clock }) => {
      const now = clock.now().toISOString()
      await system.run([
        unhandledStep(service, names, now),
        step(
          `delete from "${service}".tasks where status = 'failed' and failed_at < $1::timestamptz -
             case when school_id = '${noSchool}' then interval '1 day' else interval '${failedDays} days' end`,
          [now],
        ),
        step(
          `delete from "${service}".idempotency_keys where created_at < $1::timestamptz - interval '25 hours'`,
          [now],
        ),
        step(
          `delete from "${service}".inbox where handled_at < $1::timestamptz - interval '${inboxDays} days'`,
          [now],
        ),
      ])
    }),
  ]
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
