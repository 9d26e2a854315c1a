// The queues of all schools in one service, for who runs the installation.
import { isId } from '@lms/contract'
import { readDatabaseTime } from '../database/rows.ts'
import { step } from '../database/statements.ts'
import { type Backlog, maxBacklog } from '../kernel/host.contract.ts'
import type { Runtime } from '../work/runtime.ts'

/** Tasks of each state that are counted. */
const maxCounted = 10_000

/** The queues with tasks that are not done or have failed: those with failed ones first, then the longest ones. */
export async function backlogOf({
  system,
  service,
  clock,
}: Pick<Runtime, 'system' | 'service' | 'clock'>): Promise<Backlog[]> {
  // Each state has a partial index.
  const some = (status: string) =>
    `(select school_id, queue, status, due_at from "${service}".tasks where status ${status} limit ${maxCounted})`
  const rows = await system.rows(
    step(
      `select school_id, queue, count(*) filter (where status <> 'failed'), count(*) filter (where status = 'failed'),
         min(due_at) filter (where status <> 'failed')
       from (${some("= 'failed'")} union all ${some("= 'ready'")} union all ${some("in ('waiting', 'running')")}) t
       group by school_id, queue order by 4 desc, 3 desc, 1, 2 limit ${maxBacklog}`,
    ),
  )
  return rows.map(([school, queue, length, failed, due]) => ({
    school_id: isId('sch', school ?? '') ? school! : null,
    queue: queue!,
    length: Number(length),
    failed: Number(failed),
    delay_seconds: due ? Math.max(0, (clock.now().getTime() - Date.parse(readDatabaseTime(due))) / 1000) : 0,
  }))
}
