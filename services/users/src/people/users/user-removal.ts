import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { invalidateCaches } from '../../invalidate-caches.ts'
import { deleteUser, derived } from './user.rules.ts'
import type { UserRow } from './user.store.ts'

/** Deletes a locked person softly, with what only a present person has. */
export function removeUser(user: UserRow, work: Work['work'], stores: Stores): void {
  const { users, tags, sessions, emailChanges, agentAccesses } = stores
  users.move(user, 'delete', derived(deleteUser(user)))
  tags.take(user.id)
  emailChanges.withdraw(user.id)
  invalidateCaches(work, 'user', user.id)
  sessions.closeOf(user.id)
  agentAccesses.closeOf(user.id)
}
