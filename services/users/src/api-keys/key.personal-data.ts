import { invalidateCaches } from '../invalidate-caches.ts'
import type { PersonalData } from '../people/personal-data.ts'
import { ApiKey } from './key.contract.ts'

/** Keys bound to the person. They do not pass to another, who may have more rights. */
export const keyData: PersonalData = {
  what: 'personal keys',
  on_merge: 'the keys of the duplicate are revoked, so that nobody gets the permissions of another',
  needs: null,
  erased: 'names of keys; the keys are revoked',
  kept: 'that there was a key, its role, scope and times',
  why: 'the audit log refers to them',
  count: async (userId, { keys }) => (await keys.of(userId)).length,

  merge: async (from, _, { now, work }, { keys }) => {
    for (const key of await keys.of(from.id)) {
      if (key.revoked_at) continue
      keys.save(key, { revoked_at: now })
      invalidateCaches(work, 'key', key.id)
    }
  },

  erase: async ({ id }, { now, work }, { keys }) => {
    for (const key of await keys.of(id)) {
      keys.save(key, { name: '', allowed_networks: null, revoked_at: key.revoked_at ?? now })
      invalidateCaches(work, 'key', key.id)
    }
  },

  data: async (userId, { keys }) => (await keys.of(userId)).map(row => ApiKey.parse(row)),
}
