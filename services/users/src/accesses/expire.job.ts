// Terms end by the clock: each access whose time has come is told as expired, once.
import { type Job, type Runtime, step } from '@lms/service-host'
import { eachSchool, inSchool } from '../in-school.ts'
import { accessExpired } from './access.contract.ts'
import { relatedOf } from './access.handlers.ts'
import { expired } from './access.rules.ts'
import { AccessStore } from './access.store.ts'

const batchSize = 500
const batchesInRun = 20

/** Expires what is due in all schools, the longest overdue first. */
export async function expireAccesses(runtime: Runtime): Promise<void> {
  for (let batch = 0; batch < batchesInRun; batch++) {
    const rows = await runtime.system.rows(
      step(
        `select school_id, access_id from users.access_terms where expires_at <= $1
         order by expires_at limit ${batchSize}`,
        [runtime.clock.now().toISOString()],
      ),
    )
    await eachSchool(rows, runtime, (school, due) => {
      const ids = due.map(([, id]) => id!)
      return expireIn(school, ids, runtime)
    })
    if (rows.length < batchSize) return
  }
}

const expireIn = (school: string, ids: string[], runtime: Runtime) =>
  inSchool(school, runtime, async ({ work, now, tell }) => {
    const accesses = new AccessStore(work)
    const due = await accesses.lockDue(ids)
    const ended = accesses.end(due, expired(now))
    accesses.forgetDue(ids)
    for (const [index, row] of ended.entries())
      tell(accessExpired, row, { previous: due[index]!, related: relatedOf(row) })
  })

export const expireAccessesJob: Job = { name: 'expire-accesses', everySeconds: 2, run: expireAccesses }
