// Pure decisions about groups: no clock, database or request.
import { isAtLeast, Refused } from '@lms/contract'
import type { User } from '../users/user.contract.ts'
import { refusals } from './group.contract.ts'

/** Whether the person can look after a group: active, and no student. */
export const canCurate = ({ role, status }: Pick<User, 'role' | 'status'>): boolean =>
  status === 'active' && isAtLeast(role, 'curator')

/** Refuses one who cannot look after a group: not of the school, not active, or a student. */
export function checkCurator(person: Pick<User, 'role' | 'status'> | null): void {
  if (!person || !canCurate(person)) throw new Refused(refusals.curator_unfit)
}
