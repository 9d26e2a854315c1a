// The people on whom a caller may act, for actions that give nothing away.
import { type Caller, type Id, isAtLeast, Refused, type Role, refuse } from '@lms/contract'

export const reachRefusals = refuse({
  person_out_of_reach: {
    status: 403,
    when: 'the caller’s role may not act on this person',
    message:
      'Students and curators may act only on themselves, others on people whose role is not higher than theirs.',
  },
})

/**
 * Refuses with person_out_of_reach: acting on others needs at least the role manager, and no lower role than theirs.
 */
export function checkReach(person: { id: Id<'usr'>; role: Role }, caller: Caller): void {
  if (caller.user === person.id) return
  if (!isAtLeast(caller.role, 'manager') || !isAtLeast(caller.role, person.role))
    throw new Refused(reachRefusals.person_out_of_reach)
}
