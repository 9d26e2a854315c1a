import { rowsOfPerson } from '@lms/service-host'
import { invalidateCaches } from '../../invalidate-caches.ts'
import type { OwnPersonalData } from '../../people/users/personal-data.ts'
import { ApiKey } from './key.contract.ts'

/** Keys of the person. They do not move to another person, who may have more permissions. */
export const keyData: OwnPersonalData = {
  what: 'personal keys',
  on_merge: 'the keys of the duplicate are revoked, so that nobody gets the permissions of another',
  needs: null,
  erased: 'names of keys; the keys are revoked',
  kept: 'that there was a key, its role, scope and times',
  why: 'the audit log refers to them',
  ...rowsOfPerson(({ keys }) => keys, 'api_keys.user_id', ApiKey),

  move: async ({ from }, { now, work }, { keys }) => {
    for (const key of await keys.of(from)) {
      if (key.revoked_at) continue
      keys.save(key, { revoked_at: now })
      invalidateCaches(work, 'key', key.id)
    }
  },

  erase: async (id, { now, work }, { keys }) => {
    for (const key of await keys.of(id)) {
      keys.save(key, { name: '', allowed_networks: null, revoked_at: key.revoked_at ?? now })
      invalidateCaches(work, 'key', key.id)
    }
  },
}
