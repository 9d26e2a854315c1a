// Whoever registers by a web page says who they are, and proves nothing. The answer is the same whether the school knows
// the person, and whether they are registered already.
import { type Id, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { people } from '@lms/users/contract'
import type { Stores } from '../builder.ts'
import { refuseClosed, register } from './register.ts'
import { type NewRegistration, refusals } from './registration.contract.ts'
import type { RegistrationRow } from './registration.store.ts'

export type Contact = Pick<NewRegistration, 'email' | 'phone' | 'first_name' | 'last_name'>

/** The person of a contact: found by e-mail, then by phone, never by name, or made. */
export async function personOf(contact: Contact, { work, runtime }: Pick<Work, 'work' | 'runtime'>) {
  if (contact.email === null && contact.phone === null) throw new Refused(refusals.participant_missing)
  const scope = { school: work.school, requestId: work.origin.requestId }
  return (await runtime.client('users', { people }, scope).people.findOrCreate({ body: contact })).user_id
}

/** Registers the person of a contact for a session of an open webinar. */
export async function registerByContact(
  session_id: Id<'wbs'>,
  contact: Contact,
  ctx: Pick<Work, 'emit' | 'work' | 'runtime'>,
  stores: Stores,
): Promise<RegistrationRow> {
  const seen = await stores.sessions.find(session_id)
  if (!seen) throw new Refused(refusals.session_unknown)
  // A contact is no proof that its person has bought something or is a member.
  const { access } = await stores.webinars.get(seen.webinar_id)
  if (access !== 'open') throw new Refused(refusals.webinar_not_open)
  // Nobody is made for a session that takes nobody.
  refuseClosed(seen)
  const user_id = await personOf(contact, ctx)
  // The person before the session, as erasures do.
  if (!(await stores.people.holdPresent(user_id))) throw new Refused(refusals.user_unknown)
  const session = await stores.sessions.lockAnyVersion(session_id)
  refuseClosed(session)
  return register(session, user_id, { source: 'page', order_id: null }, ctx, stores)
}
