// People whom a request names.
import { Refused } from '@lms/contract'
import type { PeopleDirectory, SchoolRuntime } from '@lms/service-host'
import { personRefusals } from './person-refusals.ts'

/** Refuses people whom the school does not have, and excludes their departure until the end of the work. */
export async function checkPeople(
  ids: readonly (string | null | undefined)[],
  { runtime }: { runtime: SchoolRuntime },
  { people }: { people: PeopleDirectory },
): Promise<void> {
  const named = [...new Set(ids.filter(id => id !== null && id !== undefined))].sort()
  const known = await people.existing(named, runtime)
  if (known.size < named.length) throw new Refused(personRefusals.user_unknown)
  for (const id of named) people.lockShared(id)
}
