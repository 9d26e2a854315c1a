import type { Caller } from '@lms/contract'
import { type Condition, listContains, objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import { assignedGroups, visibleByStudy } from '../../homework/curators/curator-scope.ts'
import { LessonOverride, lessonOverrides } from './override.contract.ts'

/** Curators see those of the people and of the flows assigned to them; students their own. */
function visible(caller: Caller): Condition | null {
  const ofPerson = visibleByStudy(caller)
  if (!ofPerson || caller.role !== 'curator') return ofPerson
  const groups = assignedGroups(caller)
  return {
    sql: `(${ofPerson.sql} or t.group_id = any(array(${groups.sql})))`,
    values: [...ofPerson.values, ...groups.values],
  }
}

const overrides = objectTable('learning.lesson_overrides', LessonOverride, {
  archive: { earlier: { columns: { deadline_at: 'due_at' } } },
  list: lessonOverrides.list,
  indexes: [
    ['user_id', 'course_id', 'created_at', 'id'],
    ['group_id', 'course_id', 'created_at', 'id'],
    ['course_id', 'created_at', 'id'],
  ],
  filters: { lesson_id: listContains('lesson_ids') },
  visible,
})
export type OverrideRow = RowIn<typeof overrides>

/** A person or a flow in a course. */
type Target = Pick<OverrideRow, 'user_id' | 'group_id' | 'course_id'>

export const ofTarget = ({ user_id, group_id, course_id }: Target): Condition => ({
  sql: `t."${user_id ? 'user_id' : 'group_id'}" = $ and t.course_id = $`,
  values: [user_id ?? group_id, course_id],
})

export class OverrideStore extends storeOf(overrides) {
  /** The overrides of these persons and flows in these courses, for any caller. */
  async concerning(of: {
    users: readonly string[]
    groups: readonly string[]
    courses: readonly string[]
  }): Promise<OverrideRow[]> {
    const { rows } = await this.work.read(
      `${overrides.select} and t.course_id = any($2::text[])
         and (t.user_id = any($3::text[]) or t.group_id = any($4::text[]))`,
      [this.work.school, textArray(of.courses), textArray(of.users), textArray(of.groups)],
    )
    return rows.map(row => this.read(row))
  }

  /** Deletes those of a flow that is removed. */
  removeOfFlow(groupId: string): void {
    this.work.write(`delete from "learning"."lesson_overrides" where school_id = $1 and group_id = $2`, [
      this.work.school,
      groupId,
    ])
  }

  /** Whether the curator who asks has the group. */
  async isCuratorOf(groupId: string, curator: string | null): Promise<boolean> {
    const { rows } = await this.work.read(
      `select 1 from "learning".group_people
       where school_id = $1 and group_id = $2 and role = 'curator' and user_id = $3
       union all select 1 from "learning"."curators"
       where school_id = $1 and group_id = $2 and curator_id = $3`,
      [this.work.school, groupId, curator],
    )
    return rows.length > 0
  }

  /** Gives those of a person to another. */
  moveTo(into: string, from: string): void {
    this.work.write(
      `update "learning"."lesson_overrides" set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $3`,
      [this.work.school, into, from, this.work.now],
    )
  }

  /** Deletes those of a course. */
  removeOfCourse(courseId: string): void {
    this.work.write(`delete from "learning"."lesson_overrides" where school_id = $1 and course_id = $2`, [
      this.work.school,
      courseId,
    ])
  }
}
