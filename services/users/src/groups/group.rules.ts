// Pure decisions about groups: no clock, database or request.
import { isAtLeast, Refused } from '@lms/contract'
import type { User } from '../users/user.contract.ts'
import { refusals } from './group.contract.ts'

/** Refuses one who cannot look after a group: not of the school, not active, or a student. */
export function checkCurator(person: Pick<User, 'role' | 'status'> | null): void {
  const fit = person?.status === 'active' && isAtLeast(person.role, 'curator')
  if (!fit) throw new Refused(refusals.curator_unfit)
}
