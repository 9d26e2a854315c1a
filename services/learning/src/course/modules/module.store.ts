import type { Caller } from '@lms/contract'
import { objectTable, orderedStoreOf, type RowIn, textArray } from '@lms/service-host'
import { seenByStudent } from '../courses/course.store.ts'
import { Module, modules as moduleOperations } from './module.contract.ts'

/** Students see what is part of a course that they see. */
export const ofSeenCourse = (caller: Caller) => {
  if (caller.role !== 'student') return null
  const { sql, values } = seenByStudent('c', caller)
  return {
    sql: `t.course_id = any(array(select c.id from "learning"."courses" c where c.school_id = $ and ${sql}))`,
    values: [caller.school, ...values],
  }
}

const modules = objectTable('learning.modules', Module, {
  list: moduleOperations.list,
  indexes: [['course_id', 'position']],
  visible: ofSeenCourse,
})
export type ModuleRow = RowIn<typeof modules>

/** The modules of a course, for the store's methods. */
export const inCourse = (courseId: string) => ({ sql: 't.course_id = $', values: [courseId] })

export class ModuleStore extends orderedStoreOf(modules) {
  /** The modules of a course that the caller may see, in their order. */
  async ofCourse(courseId: string): Promise<ModuleRow[]> {
    const mine = this.mine(3)
    const { rows } = await this.work.read(
      `${modules.select} and t.course_id = $2${mine.sql} order by t.position`,
      [this.work.school, courseId, ...mine.values],
    )
    return rows.map(fields => this.read(fields))
  }

  /** Puts the modules of a course, all of them, in this order. */
  order(ids: readonly string[]): void {
    this.work.write(
      `update "learning"."modules" t set position = p.place, version = t.version + 1, updated_at = $3
       from unnest($2::text[]) with ordinality p(id, place)
       where t.school_id = $1 and t.id = p.id and t.position <> p.place`,
      [this.work.school, textArray(ids), this.work.now],
    )
  }

  /** Moves those after a deleted module one place forward. */
  closeGap({ course_id, position }: ModuleRow): void {
    this.work.write(
      `update "learning"."modules" set position = position - 1
       where school_id = $1 and course_id = $2 and position > $3`,
      [this.work.school, course_id, String(position)],
    )
  }

  /** Deletes the modules of a course. */
  removeOfCourse(courseId: string): void {
    this.work.write(`delete from "learning"."modules" where school_id = $1 and course_id = $2`, [
      this.work.school,
      courseId,
    ])
  }
}
