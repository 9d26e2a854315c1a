// On whom a caller may act, where nothing is given away thereby.
import { type Caller, type Id, isAtLeast, Refused, type Role, refuse } from '@lms/contract'

export const reachRefusals = refuse({
  person_out_of_reach: {
    status: 403,
    when: 'the caller’s role may not act on this person',
    message:
      'Students and curators may act only on themselves, others on people whose role is not higher than theirs.',
  },
})

/** Refuses with person_out_of_reach: to act on others takes a manager at least, and no lower role than theirs. */
export function checkReach(person: { id: Id<'usr'>; role: Role }, caller: Caller): void {
  if (caller.user === person.id) return
  if (!isAtLeast(caller.role, 'manager') || !isAtLeast(caller.role, person.role))
    throw new Refused(reachRefusals.person_out_of_reach)
}
