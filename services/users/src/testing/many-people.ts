// Inserts people directly, for tests with many of them.
import { type Caller, type Id, newId } from '@lms/contract'
import { asSchool, step, textArray } from '@lms/service-host'
import type { TestSystem } from '@lms/testing'

/** This many students of the caller's school; returns their ids. */
export async function manyPeople(
  system: TestSystem,
  { school }: Caller,
  count: number,
): Promise<Id<'usr'>[]> {
  const ids = Array.from({ length: count }, () => newId('usr'))
  await system.services.users!.runtime.database.of(school).run([
    asSchool(school),
    step(
      `insert into users.users (school_id, id, phone, first_name, last_name, search_text, role, locale, time_zone,
         status, custom_fields, version, created_at, updated_at)
       select $1, u, '+491711234567', '', '', '', 'student', 'en', 'UTC', 'active', '{}', 1, now(), now()
       from unnest($2::text[]) u`,
      [school, textArray(ids)],
    ),
  ])
  return ids
}
