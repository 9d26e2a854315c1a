import { byId, type Expander } from '@lms/service-host'
import { people } from '@lms/users/contract'
import type { Stores } from '../builder.ts'
import type { PersonName } from './relation.contract.ts'

const titlesOf = (rows: readonly { id: string; title: string }[]) =>
  byId(rows.map(({ id, title }) => ({ id, title })))

/** The names of people, from the users service. */
const person: Expander<Stores, PersonName> = async (ids, _stores, { caller, runtime, requestId }) => {
  const client = runtime.client('users', { people }, { school: caller.school, requestId })
  const { users } = await client.people.batch({ body: { ids: ids as never } })
  return byId(users.map(({ id, first_name, last_name }) => ({ id, first_name, last_name })))
}

/** The courses that the caller may see. */
const course: Expander<Stores> = async (ids, { courses }) => titlesOf(await courses.many([...ids] as never))

/** The lessons that the caller may see. */
const lesson: Expander<Stores> = async (ids, { lessons }) => titlesOf(await lessons.many([...ids] as never))

/** What lists of learning show with `expand`. */
export const expanders = { user: person, author: person, curator: person, course, lesson }
