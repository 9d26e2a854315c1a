// The person of a contact: by e-mail first, then by phone, never by name, so that namesakes stay apart. Pure.
import { emailKey, type Id } from '@lms/contract'

export interface Contact {
  email?: string | null | undefined
  phone?: string | null | undefined
}
/** A person for matching; deleted people are not among them. */
export interface MatchablePerson {
  id: Id<'usr'>
  email_key: string | null
  phone: string | null
}
export interface Match {
  /** Null if nobody has the contact, or several people have the phone. */
  user_id: Id<'usr'> | null
  by: 'email' | 'phone' | null
  /** The people with this phone, if there are several. */
  candidates: Id<'usr'>[]
}

/**
 * One match for each contact, in their order. An e-mail belongs to one person; a phone of several people matches
 * nobody.
 */
export function matchContacts(contacts: readonly Contact[], people: readonly MatchablePerson[]): Match[] {
  const byEmail = new Map(people.flatMap(({ id, email_key }) => (email_key ? [[email_key, id]] : [])))
  const byPhone = Map.groupBy(
    people.filter(({ phone }) => phone !== null),
    ({ phone }) => phone!,
  )
  return contacts.map(({ email, phone }): Match => {
    const own = email ? byEmail.get(emailKey(email)) : undefined
    if (own) return { user_id: own, by: 'email', candidates: [] }
    const sharing = (phone ? byPhone.get(phone) : undefined) ?? []
    if (sharing.length === 1) return { user_id: sharing[0]!.id, by: 'phone', candidates: [] }
    return { user_id: null, by: null, candidates: sharing.map(({ id }) => id) }
  })
}
