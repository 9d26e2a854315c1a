// The keys of all schools, for who runs the installation.
import type { Id } from '@lms/contract'
import { type Database, readDatabaseTime, step } from '@lms/service-host'
import { type KeyOfSchool, maxKeysOfAll } from './key.contract.ts'

/** Keys that work now, after one of them in the order of their ids. */
export async function keysOfAll(
  after: Id<'key'> | null,
  now: string,
  system: Database,
): Promise<{ keys: KeyOfSchool[]; next: Id<'key'> | null }> {
  const rows = await system.rows(
    step(
      `select school_id, id, name, kind, role, scope, expires_at, last_used_at, created_at from "users"."api_keys"
       where ($1::text is null or id > $1 collate "C") and revoked_at is null
         and (expires_at is null or expires_at > $2::timestamptz)
       order by id collate "C" limit ${maxKeysOfAll + 1}`,
      [after, now],
    ),
  )
  const time = (value: string | null | undefined) => (value ? readDatabaseTime(value) : null)
  const keys = rows.slice(0, maxKeysOfAll).map(
    ([school_id, id, name, kind, role, scope, expires, used, created]): KeyOfSchool => ({
      school_id: school_id as Id<'sch'>,
      id: id as Id<'key'>,
      name: name!,
      kind: kind as KeyOfSchool['kind'],
      role: role as KeyOfSchool['role'],
      scope: JSON.parse(scope!),
      expires_at: time(expires),
      last_used_at: time(used),
      created_at: readDatabaseTime(created!),
    }),
  )
  return { keys, next: rows.length > maxKeysOfAll ? keys.at(-1)!.id : null }
}
