// Brings the accesses that groups give to what the memberships are now.
import { newId } from '@lms/contract'
import { inSchool, inTurns, type Job, type Runtime, step, type Work } from '@lms/service-host'
import { accessGranted } from './access.contract.ts'
import { newAccess } from './access.rules.ts'
import { AccessStore } from './access.store.ts'
import { difference } from './group-access.rules.ts'
import { GroupAccessStore, type Pair } from './group-access.store.ts'

const batchSize = 200
const turns = inTurns({ table: 'users.group_access_tasks', due: null })

/** Works off what is queued: a batch of each school in turn, the longest waiting first. */
export const syncGroupAccesses = (runtime: Runtime): Promise<void> =>
  turns(runtime, async school => {
    const rows = await runtime.system.rows(
      step(
        `select group_id, user_id from users.group_access_tasks where school_id = $1
         order by queued_at limit ${batchSize}`,
        [school],
      ),
    )
    const pairs = rows.map(([group_id, user_id]) => ({ group_id, user_id }) as Pair)
    await inSchool(school, runtime, work => syncPairs(pairs, work))
  })

async function syncPairs(queued: readonly Pair[], { work, now, tell }: Work): Promise<void> {
  const [tasks, accesses] = [new GroupAccessStore(work), new AccessStore(work)]
  const pairs = await tasks.take(queued)
  const [memberships, present] = await Promise.all([tasks.memberships(pairs), accesses.lockOfGroups(pairs)])
  const { grant, revoke } = difference(memberships, present)
  for (const given of grant) {
    const access = accesses.grant(newAccess({ ...given, source: 'group' }, newId('acc'), now))
    tell(accessGranted, access)
  }
  accesses.end(revoke, 'revoke')
}

export const syncGroupAccessesJob: Job = {
  name: 'sync-group-accesses',
  everySeconds: 1,
  run: syncGroupAccesses,
}
