// A school keeps somebody who may do everything in it.
import { Refused } from '@lms/contract'
import { refusals, type User } from './user.contract.ts'
import type { UserStore } from './user.store.ts'

const isOwner = ({ role, status }: Pick<User, 'role' | 'status'>): boolean =>
  role === 'owner' && status === 'active'

/**
 * Refuses with last_owner what would leave the school without an active owner; `before` is the person, who is locked, and
 * `after` what the change makes of them. No other owner ceases to be one until the end of the work.
 */
export async function keepAnOwner(before: User, after: User, users: UserStore): Promise<void> {
  if (isOwner(before) && !isOwner(after) && !(await users.holdOtherOwner(before.id)))
    throw new Refused(refusals.last_owner)
}
