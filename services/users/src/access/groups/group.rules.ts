// Pure decisions about groups: no clock, database or request.
import { isAtLeast, Refused } from '@lms/contract'
import type { User } from '../../people/users/user.contract.ts'
import { refusals } from './group.contract.ts'

/** Whether the person can be curator of a group: active, and no student. */
export const canCurate = ({ role, status }: Pick<User, 'role' | 'status'>): boolean =>
  status === 'active' && isAtLeast(role, 'curator')

/** Refuses a curator who is not of the school, not active, or a student. */
export function checkCurator(person: Pick<User, 'role' | 'status'> | null): void {
  if (!person || !canCurate(person)) throw new Refused(refusals.curator_invalid)
}
