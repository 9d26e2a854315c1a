// Terms end by the clock: each access whose time has come is told as expired, once.
import { inSchool, inTurns, type Job, type Runtime, step } from '@lms/service-host'
import { AccessStore } from './access.store.ts'

const batchSize = 500
const turns = inTurns({ table: 'users.access_terms', due: 'expires_at' })

/** Expires what is due: a batch of each school in turn, the longest overdue first. */
export const expireAccesses = (runtime: Runtime): Promise<void> =>
  turns(runtime, async (school, now) => {
    const rows = await runtime.system.rows(
      step(
        `select access_id from users.access_terms where school_id = $1 and expires_at <= $2
         order by expires_at limit ${batchSize}`,
        [school, now],
      ),
    )
    await expireIn(
      school,
      rows.map(([id]) => id!),
      runtime,
    )
  })

const expireIn = (school: string, ids: string[], runtime: Runtime) =>
  inSchool(school, runtime, async ({ work }) => {
    const accesses = new AccessStore(work)
    accesses.end(await accesses.lockDue(ids), 'expire')
    accesses.forgetDue(ids)
  })

export const expireAccessesJob: Job = { name: 'expire-accesses', everySeconds: 2, run: expireAccesses }
