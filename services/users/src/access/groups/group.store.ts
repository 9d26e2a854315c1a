import { type Caller, type Id, Refused } from '@lms/contract'
import {
  type Condition,
  listContains,
  missing,
  objectTable,
  type RowIn,
  storeOf,
  textArray,
} from '@lms/service-host'
import { namesByPerson } from '../../people/tags/tag.store.ts'
import { curatedGroups } from '../curators/curator-scope.store.ts'
import { announceCuratorLeft } from './announce-flow.task.ts'
import { Group, groups as groupOperations, refusals } from './group.contract.ts'

/** Curators see the groups assigned to them, students their own. */
function visible(caller: Caller): Condition | null {
  if (caller.role === 'student') return ofPerson([caller.user])
  if (caller.role !== 'curator') return null
  const { sql, values } = curatedGroups(caller)
  return { sql: `t.id = any(array(${sql}))`, values }
}

const ofPerson = (userIds: readonly (string | null)[]): Condition => ({
  sql: `t.id = any(array(select m.group_id from "users"."group_members" m
    where m.school_id = current_setting('app.school_id') and m.id = any($::text[])))`,
  values: [textArray(userIds.filter(id => id !== null))],
})

export const groups = objectTable('users.groups', Group, {
  list: groupOperations.list,
  searched: ['name'],
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

  /** The groups with these ids or names, whatever their case; they cannot be deleted until the end of the work. */
  async lockByNames(names: readonly string[]): Promise<GroupRow[]> {
    const folded = names.map(name => name.toLowerCase())
    const { rows } = await this.work.lock(
      `${groups.select} and (t.id = any($2::text[]) or lower(t.name) = any($3::text[])) order by t.id for share`,
      [this.work.school, textArray(names), textArray(folded)],
    )
    return rows.map(row => this.read(row))
  }

  /** The names of the groups of these people. */
  async namesOf(userIds: readonly string[]): Promise<Map<string, string[]>> {
    const { rows } = await this.work.read(
      `select m.id, g.name from "users"."group_members" m
       join "users"."groups" g on g.school_id = m.school_id and g.id = m.group_id
       where m.school_id = $1 and m.id = any($2::text[]) order by g.name, g.id`,
      [this.work.school, textArray(userIds)],
    )
    return namesByPerson(rows)
  }

  /** Refuses if the group has a member; its row must be locked. */
  async refuseMembers(id: string): Promise<void> {
    const { rows } = await this.work.read(
      `select 1 from "users"."group_members" where school_id = $1 and group_id = $2 limit 1`,
      [this.work.school, id],
    )
    if (rows.length) throw new Refused(refusals.group_not_empty)
  }

  /** The flows of a person that the caller may see. */
  async flowsOf(userId: string): Promise<GroupRow[]> {
    const mine = this.mine(3)
    const { rows } = await this.work.read(
      `${groups.select} and t.id = any(array(select m.group_id from "users"."group_members" m
         where m.school_id = $1 and m.id = $2)) and t.starts_at is not null${mine.sql} order by t.id`,
      [this.work.school, userId, ...mine.values],
    )
    return rows.map(row => this.read(row))
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
