// People with their contacts, from the users service: crm keeps only ids.
import type { Work } from '@lms/service-host'
import { messengerDirectory, people, type User } from '@lms/users/contract'

/** These people, those who exist, by id. It calls the users service: before anything is locked. */
export async function readPeople(
  ids: readonly string[],
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<Map<string, User>> {
  if (ids.length === 0) return new Map()
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { users } = await runtime
    .client('users', { people }, scope)
    .people.batch({ body: { ids: ids as never } })
  return new Map(users.map(user => [user.id, user]))
}

/** The numbers of these people in the messenger. It calls the users service: before anything is locked. */
export async function readMessengers(
  ids: readonly string[],
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { subjects } = await runtime
    .client('users', { messengerDirectory }, scope)
    .messengerDirectory.subjects({ body: { user_ids: ids as never } })
  return new Map(subjects.map(({ user_id, subject }) => [user_id, subject]))
}
