// Whether a caller may decide what a person gets: of others only of those whose role is not higher.
import { type Caller, isAtLeast, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { people } from '@lms/users/contract'
import type { TransportKind } from '../addresses/kinds.ts'
import { personRefusals } from './person-refusals.ts'
import { readPeople } from './read.ts'

type At = Pick<Work, 'work' | 'runtime'> & { caller: Caller }

/** Refuses with person_out_of_reach. It calls the users service: before anything is locked. */
export async function checkReach(ids: readonly (string | null)[], at: At): Promise<void> {
  const { role, user } = at.caller
  if (role === 'owner') return
  const others = ids.filter(id => id !== null && id !== user) as string[]
  for (const person of (await readPeople(others, at)).values())
    if (!isAtLeast(role, person.role)) throw new Refused(personRefusals.person_out_of_reach)
}

/** The same of whoever has an address. */
export async function checkReachOfAddress(address: string, transport: TransportKind, at: At): Promise<void> {
  if (at.caller.role === 'owner' || (transport !== 'email' && transport !== 'sms')) return
  const contact = transport === 'email' ? { email: address } : { phone: address }
  const scope = { school: at.work.school, requestId: at.work.origin.requestId }
  const { match } = at.runtime.client('users', { people }, scope).people
  const { matches } = await match({ body: { contacts: [contact] } })
  await checkReach([matches[0]!.user_id, ...matches[0]!.candidates], at)
}
