import type { Expander } from '@lms/service-host'
import { byId } from '@lms/service-host'
import { people, type User } from '@lms/users/contract'
import type { Stores } from './builder.ts'

/** The people of a page, from the users service: their names and roles in the school. */
export const usersExpander: Expander<Stores, User> = async (ids, _stores, { caller, runtime, requestId }) => {
  const client = runtime.client('users', { people }, { school: caller.school, requestId })
  const { users } = await client.people.batch({ body: { ids: ids as never } })
  return byId(users)
}
