// Keep people in step
//
// People of another system become people of the school, by their e-mail addresses; whoever is there already is changed only
// where something differs, so that a repetition changes nobody. The other way round, the people who have changed since the
// last time come page by page.
import type { OpenSchool, User } from '@open-school/client'

export interface Contact {
  email: string
  firstName: string
}

/** Creates or changes the people; gives how many of each. */
export async function pushPeople(lms: OpenSchool, contacts: readonly Contact[]) {
  const counts = { created: 0, updated: 0, unchanged: 0 }
  for (const { email, firstName } of contacts) {
    const created = await lms.users.create({ email, first_name: firstName }).result()
    if (created.ok) {
      counts.created++
      continue
    }
    if (created.error.reason !== 'email_taken') throw created.error
    const person = await lms.users.byEmail(email)
    if (person.first_name === firstName) {
      counts.unchanged++
      continue
    }
    // `ifMatch`: not over a change that somebody has made meanwhile.
    await lms.users.update(person.id, { first_name: firstName }, { ifMatch: person.version })
    counts.updated++
  }
  return counts
}

/** Hands over everybody who has changed since a moment, in pages; gives the moment for the next time. */
export async function pullPeople(
  lms: OpenSchool,
  since: Date,
  store: (people: readonly User[]) => Promise<void>,
): Promise<Date> {
  let latest = since
  const changed = lms.users.list({ updated_at: { gte: since }, sort: 'updated_at', limit: 100 })
  for await (const { data } of changed.pages()) {
    await store(data)
    const last = data.at(-1)
    if (last) latest = new Date(last.updated_at)
  }
  return latest
}
