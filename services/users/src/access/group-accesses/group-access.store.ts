// Pairs of person and group whose accesses may be out of date: a task for each, enqueued with the change, and done a
// moment later. So ten thousand people who join at once, and a group whose courses change, are one quick call.
import type { Id } from '@lms/contract'
import { enqueueSelected, textArray, type UnitOfWork } from '@lms/service-host'
import { syncGroupAccess } from './group-access.task.ts'

/** A person and a group, with or without a membership. */
export interface Pair {
  group_id: Id<'grp'>
  user_id: Id<'usr'>
}

export interface Membership {
  group_id: Id<'grp'>
  user_id: Id<'usr'>
  /** The courses of the group. */
  course_ids: readonly Id<'crs'>[]
}
/** Of each pair one task waits and one runs: a change during the run is left to the next. */
const taskOf = (group: string, user: string) =>
  `${group} || ' ' || ${user}, json_build_object('group_id', ${group}, 'user_id', ${user})::text`

export class GroupAccessStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** People joined or left groups. For groups without courses nothing is enqueued. */
  queue(groupIds: readonly string[], userIds: readonly string[]): void {
    if (groupIds.length === 0 || userIds.length === 0) return
    this.#enqueue(
      `select distinct ${taskOf('g.id', 'u')} from "users"."groups" g cross join unnest($::text[]) u
       where g.school_id = $ and g.id = any($::text[]) and g.course_ids <> '[]'`,
      [textArray(userIds), this.#work.school, textArray(groupIds)],
    )
  }

  /** The courses of a group changed. */
  queueMembers(groupId: string): void {
    this.#enqueue(
      `select ${taskOf('m.group_id', 'm.id')} from "users"."group_members" m where m.school_id = $ and m.group_id = $`,
      [this.#work.school, groupId],
    )
  }

  /** Moves the groups of a person to another. */
  queueMove(from: string, to: string): void {
    this.#enqueue(
      `select ${taskOf('m.group_id', 'u')} from unnest(array[$::text, $::text]) u cross join "users"."group_members" m
       where m.school_id = $ and m.id = $`,
      [from, to, this.#work.school, from],
    )
  }

  #enqueue(sql: string, values: string[]): void {
    enqueueSelected(this.#work, syncGroupAccess, { sql, values })
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
