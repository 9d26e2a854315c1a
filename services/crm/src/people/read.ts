// People with their contacts, from the users service: crm keeps only ids.
import type { Work } from '@lms/service-host'
import { people, type User } from '@lms/users/contract'

/** These people, those who exist, by id. It calls the users service: before anything is locked. */
export async function readPeople(
  ids: readonly string[],
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<Map<string, User>> {
  if (ids.length === 0) return new Map()
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { users } = await runtime
    .sibling('users', { people }, scope)
    .people.batch({ body: { ids: ids as never } })
  return new Map(users.map(user => [user.id, user]))
}
