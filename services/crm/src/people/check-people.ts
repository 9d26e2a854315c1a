// People whom a request names.
import { type Caller, common, hasPermission, Refused } from '@lms/contract'
import type { PeopleDirectory, SchoolRuntime } from '@lms/service-host'
import { personRefusals } from './person-refusals.ts'

/** Refuses people whom the school does not have, and excludes their erasure until the end of the work. */
export async function checkPeople(
  ids: readonly (string | null | undefined)[],
  { runtime }: { runtime: SchoolRuntime },
  { people }: { people: PeopleDirectory },
): Promise<void> {
  const uniqueIds = [...new Set(ids.filter(id => id !== null && id !== undefined))].sort()
  const existingIds = await people.existing(uniqueIds, runtime)
  if (existingIds.size < uniqueIds.length) throw new Refused(personRefusals.user_unknown)
  for (const id of uniqueIds) people.lockShared(id)
}

/**
 * Refuses a person in `user_id` of a body whose data the answer tells, as a preview does, to who may not read people: their
 * names, addresses and own fields would be told to a key for templates alone.
 */
export function checkReader(userId: string | null | undefined, { rights }: Pick<Caller, 'rights'>): void {
  if (!userId || hasPermission(rights, 'users:read')) return
  const details = [
    { path: 'body.user_id', message: 'needs the permission users:read; leave it out to name nobody' },
  ]
  throw new Refused(common.permission_missing, undefined, { details })
}
