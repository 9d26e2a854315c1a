// Tags, groups, consents and accesses of many people, for rules about them.
import type { Id } from '@lms/contract'
import { readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import { syncGroupAccess } from '../../access/group-accesses/group-access.task.ts'

type FactRows = ReadonlyMap<string, readonly (readonly (string | null)[])[]>

export class UserFactsStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  tags(ids: readonly string[]): Promise<FactRows> {
    return this.#of(ids, 'select user_id, tag_id from "users"."user_tags"', 'user_id')
  }

  groups(ids: readonly string[]): Promise<FactRows> {
    return this.#of(ids, 'select id, group_id from "users"."group_members"', 'id')
  }

  consents(ids: readonly string[]): Promise<FactRows> {
    return this.#of(ids, 'select user_id, channel from "users"."consents"', `status = 'given' and user_id`)
  }

  async accesses(ids: readonly string[]): Promise<FactRows> {
    const accessRows = await this.#of(
      ids,
      'select user_id, course_id, expires_at, subscription_id from "users"."accesses"',
      `status = 'active' and user_id`,
    )
    const datedEntries = [...accessRows].map(
      ([id, rows]) =>
        [
          id,
          rows.map(([course, at, subscription]) => [
            course!,
            at ? readDatabaseTime(at) : null,
            subscription ?? null,
          ]),
        ] as const,
    )
    return new Map(datedEntries)
  }

  /** Those of these people for whom a task has still to adjust accesses to groups. */
  async unsettled(ids: readonly string[]): Promise<Id<'usr'>[]> {
    const open = (status: string) =>
      `select split_part(key, ' ', 2) as id from "users"."tasks" where school_id = $1 and queue = $2 and status ${status}`
    const { rows } = await this.#work.read(
      `select distinct id from (${open(`in ('ready', 'waiting')`)} union all ${open(`= 'running'`)}) t
       where id = any($3::text[])`,
      [this.#work.school, syncGroupAccess.name, textArray(ids)],
    )
    return rows.map(([id]) => id as Id<'usr'>)
  }

  /** The rows of these people, by person, without the person's id. */
  async #of(ids: readonly string[], select: string, column: string): Promise<FactRows> {
    const { rows } = await this.#work.read(
      `${select} where school_id = $1 and ${column} = any($2::text[]) order by 2`,
      [this.#work.school, textArray(ids)],
    )
    const byPerson = Map.groupBy(rows, ([id]) => id!)
    return new Map([...byPerson].map(([id, factRows]) => [id, factRows.map(([, ...rest]) => rest)]))
  }
}
