// Brings the accesses that groups give to what the memberships are now.
import { newId } from '@lms/contract'
import { type Job, type Runtime, step, type Work } from '@lms/service-host'
import { eachSchool, inSchool } from '../in-school.ts'
import { accessGranted, accessRevoked } from './access.contract.ts'
import { relatedOf } from './access.handlers.ts'
import { newAccess, revoked } from './access.rules.ts'
import { AccessStore } from './access.store.ts'
import { difference } from './group-access.rules.ts'
import { GroupAccessStore, type Pair } from './group-access.store.ts'

const batchSize = 200
const batchesInRun = 100

/** Works off what is queued in all schools, the longest waiting first. */
export async function syncGroupAccesses(runtime: Runtime): Promise<void> {
  for (let batch = 0; batch < batchesInRun; batch++) {
    const rows = await runtime.system.rows(
      step(
        `select school_id, group_id, user_id from users.group_access_tasks
         order by queued_at limit ${batchSize}`,
      ),
    )
    await eachSchool(rows, runtime, (school, tasks) => {
      const pairs = tasks.map(([, group_id, user_id]) => ({ group_id, user_id }) as Pair)
      return inSchool(school, runtime, work => syncPairs(pairs, work))
    })
    if (rows.length < batchSize) return
  }
}

async function syncPairs(queued: readonly Pair[], { work, now, tell }: Work): Promise<void> {
  const [tasks, accesses] = [new GroupAccessStore(work), new AccessStore(work)]
  const pairs = await tasks.take(queued)
  const [memberships, present] = await Promise.all([tasks.memberships(pairs), accesses.lockOfGroups(pairs)])
  const { grant, revoke } = difference(memberships, present)
  for (const given of grant) {
    const access = accesses.grant(newAccess({ ...given, source: 'group' }, newId('acc'), now))
    tell(accessGranted, access, { related: relatedOf(access) })
  }
  for (const [index, row] of accesses.end(revoke, revoked(now)).entries())
    tell(accessRevoked, row, { previous: revoke[index]!, related: relatedOf(row) })
}

export const syncGroupAccessesJob: Job = {
  name: 'sync-group-accesses',
  everySeconds: 1,
  run: syncGroupAccesses,
}
