import { type Caller, type Id, Refused } from '@lms/contract'
import {
  type Condition,
  type ListQuery,
  listContains,
  missing,
  objectTable,
  type RowIn,
  type RowPage,
  storeOf,
  textArray,
} from '@lms/service-host'
import { announceCuratorLeft } from './announce-flow.task.ts'
import { Group, groups as groupOperations, refusals } from './group.contract.ts'

/** Curators see the groups assigned to them, students their own. */
function visible({ role, user }: Caller): Condition | null {
  if (role === 'curator') return { sql: 't.curator_id = $', values: [user] }
  return role === 'student' ? ofPerson([user]) : null
}

const ofPerson = (userIds: readonly (string | null)[]): Condition => ({
  sql: `t.id = any(array(select m.group_id from "users"."group_members" m
    where m.school_id = current_setting('app.school_id') and m.id = any($::text[])))`,
  values: [textArray(userIds.filter(id => id !== null))],
})

export const groups = objectTable('users.groups', Group, {
  list: groupOperations.list,
  indexes: [['curator_id']],
  visible,
  filters: {
    user_id: ofPerson,
    course_id: listContains('course_ids'),
  },
})

export type GroupRow = RowIn<typeof groups>

export class GroupStore extends storeOf(groups) {
  /** The first few groups whose members study a course. */
  async naming(courseId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select id from "users"."groups" where school_id = $1 and course_ids ? $2 order by id limit 5`,
      [this.work.school, courseId],
    )
    return rows.map(([id]) => id!)
  }

  /** A page of groups; `q` searches their names. */
  list(query: ListQuery): Promise<RowPage<GroupRow>> {
    return this.page(
      query,
      query.search ? [{ sql: 'position($ in lower(t.name)) > 0', values: [query.search.toLowerCase()] }] : [],
    )
  }

  /**
   * The group with a shared lock, so that it is not deleted or changed until the end of the work; refuses like `lock`.
   */
  async lockShared(id: string): Promise<GroupRow> {
    const mine = this.mine(3)
    const { rows } = await this.work.lock(`${groups.select} and t.id = $2${mine.sql} for share`, [
      this.work.school,
      id,
      ...mine.values,
    ])
    const group = rows[0] ? this.read(rows[0]) : missing()
    this.checkVersion(group)
    return group
  }

  /** Which of these groups exist; they cannot be deleted until the end of the work. */
  async lockMany(ids: readonly Id<'grp'>[]): Promise<Id<'grp'>[]> {
    if (ids.length === 0) return []
    const { rows } = await this.work.lock(
      `select t.id from "users"."groups" t where t.school_id = $1 and t.id = any($2::text[]) order by t.id for share`,
      [this.work.school, textArray(ids)],
    )
    return rows.map(([id]) => id as Id<'grp'>)
  }

  /** Refuses if the group has a member; its row must be locked. */
  async refuseMembers(id: string): Promise<void> {
    const { rows } = await this.work.read(
      `select 1 from "users"."group_members" where school_id = $1 and group_id = $2 limit 1`,
      [this.work.school, id],
    )
    if (rows.length) throw new Refused(refusals.group_not_empty)
  }

  /** The number of groups with the person as curator. */
  async countOf(curatorId: string): Promise<number> {
    const { rows } = await this.work.read(
      `select count(*) from "users"."groups" where school_id = $1 and curator_id = $2`,
      [this.work.school, curatorId],
    )
    return Number(rows[0]![0])
  }

  /** Moves all groups of a curator to another person, or to nobody. */
  reassign(from: string, to: string | null): void {
    if (to === null) announceCuratorLeft(from, this.work)
    this.work.write(
      `update "users"."groups" set curator_id = $4, version = version + 1, updated_at = $3
       where school_id = $1 and curator_id = $2`,
      [this.work.school, from, this.work.now, to],
    )
  }
}
