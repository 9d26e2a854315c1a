// Whose accesses may differ from what their groups give: a queue of pairs, written with whatever changes them, and
// worked off a moment later. So ten thousand who join at once, and a group whose courses change, stay one quick call.
import type { Id } from '@lms/contract'
import { type RowOf, textArray, type UnitOfWork } from '@lms/service-host'
import type { GroupAccessTaskEntity } from './access.entity.ts'
import type { Membership } from './group-access.rules.ts'

/** A person and a group, whether or not they are in it. */
export type Pair = Pick<RowOf<typeof GroupAccessTaskEntity>, 'group_id' | 'user_id'>

const insert = `insert into "users"."group_access_tasks" (school_id, group_id, user_id, queued_at)`
// Touched also where it stands already: so whoever works it off waits for this change and sees it.
const touch = `on conflict (school_id, group_id, user_id) do update set queued_at = excluded.queued_at`

export class GroupAccessStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** These people entered or left these groups. Groups without courses give nothing, and nothing is queued. */
  queue(groupIds: readonly string[], userIds: readonly string[]): void {
    if (groupIds.length === 0 || userIds.length === 0) return
    this.#work.write(
      `${insert} select $1, g.id, u, $4::timestamptz from "users"."groups" g cross join unnest($3::text[]) u
       where g.school_id = $1 and g.id = any($2::text[]) and g.course_ids <> '[]' order by g.id, u ${touch}`,
      [this.#work.school, textArray(groupIds), textArray(userIds), this.#work.now],
      'task',
    )
  }

  /** The courses of a group changed. */
  queueMembers(groupId: string): void {
    this.#work.write(
      `${insert} select m.school_id, m.group_id, m.id, $3::timestamptz from "users"."group_members" m
       where m.school_id = $1 and m.group_id = $2 order by m.id ${touch}`,
      [this.#work.school, groupId, this.#work.now],
      'task',
    )
  }

  /** The groups of a person pass to another. */
  queueMove(from: string, to: string): void {
    this.#work.write(
      `${insert} select m.school_id, m.group_id, u, $4::timestamptz from "users"."group_members" m
         cross join unnest(array[$2, $3]) u
       where m.school_id = $1 and m.id = $2 order by m.group_id, u ${touch}`,
      [this.#work.school, from, to, this.#work.now],
      'task',
    )
  }

  /** Takes pairs from the queue and gives those that were there; a change of one that is under way is waited for. */
  async take(pairs: readonly Pair[]): Promise<Pair[]> {
    const { rows } = await this.#work.lock(
      `delete from "users"."group_access_tasks" where school_id = $1
         and (group_id, user_id) in (select * from unnest($2::text[], $3::text[])) returning group_id, user_id`,
      [this.#work.school, ...columnsOf(pairs)],
    )
    return rows.map(([group_id, user_id]) => ({ group_id, user_id }) as Pair)
  }

  /** Which of these pairs are memberships, with the courses of the group. */
  async memberships(pairs: readonly Pair[]): Promise<Membership[]> {
    const { rows } = await this.#work.lock(
      `select m.group_id, m.id, g.course_ids from "users"."group_members" m
       join "users"."groups" g on g.school_id = m.school_id and g.id = m.group_id
       where m.school_id = $1 and (m.group_id, m.id) in (select * from unnest($2::text[], $3::text[]))`,
      [this.#work.school, ...columnsOf(pairs)],
    )
    return rows.map(([group_id, user_id, courses]) => ({
      group_id: group_id as Id<'grp'>,
      user_id: user_id as Id<'usr'>,
      course_ids: JSON.parse(courses!),
    }))
  }
}

const columnsOf = (pairs: readonly Pair[]): [string, string] => [
  textArray(pairs.map(({ group_id }) => group_id)),
  textArray(pairs.map(({ user_id }) => user_id)),
]
