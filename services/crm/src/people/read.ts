// People with their contacts, from the users service: crm keeps only ids.
import { ApiError, Refused } from '@lms/contract'
import type { Expander, Work } from '@lms/service-host'
import { messengerDirectory, people, type User } from '@lms/users/contract'

/** Where a question comes from: a request, or events that are read before the work begins. */
type At =
  | Pick<Work, 'work' | 'runtime'>
  | { readonly school: string; readonly requestId: string; readonly runtime: Pick<Work['runtime'], 'client'> }

const scopeOf = (at: At) =>
  'work' in at
    ? { school: at.work.school, requestId: at.work.origin.requestId }
    : { school: at.school, requestId: at.requestId }

/** These people, those who exist, by id. It calls the users service: before anything is locked. */
export async function readPeople(ids: readonly string[], at: At): Promise<Map<string, User>> {
  if (ids.length === 0) return new Map()
  const { users } = await at.runtime
    .client('users', { people }, scopeOf(at))
    .people.batch({ body: { ids: ids as never } })
  return new Map(users.map(user => [user.id, user]))
}

/** The people of a page of a list. */
export const usersExpander: Expander<unknown, User> = (ids, _stores, { caller, runtime, requestId }) =>
  readPeople([...ids], { school: caller.school, requestId, runtime })

/** The numbers of these people in the messenger. It calls the users service: before anything is locked. */
export async function readMessengers(ids: readonly string[], at: At): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { subjects } = await at.runtime
    .client('users', { messengerDirectory }, scopeOf(at))
    .messengerDirectory.subjects({ body: { user_ids: ids as never } })
  return new Map(subjects.map(({ user_id, subject }) => [user_id, subject]))
}

/** Null in place of an answer of a service that is away or busy; every other error is thrown again. */
export function nullIfUnavailable(error: unknown): null {
  const status =
    error instanceof Refused ? error.refusal.status : error instanceof ApiError ? error.status : 0
  if (status >= 500 || status === 429) return null
  throw error
}
