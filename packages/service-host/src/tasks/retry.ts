import type { UnitOfWork } from '../work/unit-of-work.ts'

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

/** Makes all tasks of a queue due again that failed for good in the school, as if they had never been tried. */
export function retryAllFailed(queue: string, work: UnitOfWork): void {
  work.write(
    `select "${work.schema}".retry_task($1, $2, t.id, $3) from "${work.schema}".tasks t
     where t.school_id = $1 and t.queue = $2 and t.status = 'failed'`,
    [work.school, queue, work.now],
  )
  work.leavesTasks()
}
