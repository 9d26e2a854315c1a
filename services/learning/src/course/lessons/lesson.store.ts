import type { Caller } from '@lms/contract'
import { type Condition, column, objectTable, orderedStoreOf, type RowIn, textArray } from '@lms/service-host'
import type { OpeningRules } from '../../study/openings/rule-schema.ts'
import { ofSeenCourse } from '../modules/module.store.ts'
import { Lesson, lessons as lessonOperations } from './lesson.contract.ts'
import { lessonLifecycle } from './lesson.lifecycle.ts'

/** Students see published lessons of courses that they see. */
function visible(caller: Caller): Condition | null {
  const ofCourse = ofSeenCourse(caller)
  return ofCourse && { ...ofCourse, sql: `t.status = 'published' and ${ofCourse.sql}` }
}

const lessons = objectTable('learning.lessons', Lesson, {
  list: lessonOperations.list,
  hidden: { access_rules: column.json<OpeningRules>() },
  indexes: [
    ['course_id', 'created_at', 'id'],
    ['module_id', 'position'],
  ],
  // lesson.updated tells every change.
  lifecycle: { of: lessonLifecycle, emits: { publish: null, withdraw: null } },
  visible,
})
export type LessonRow = RowIn<typeof lessons>

/** The lessons of a course, or of a module, for the store's methods. */
export const inCourse = (courseId: string) => ({ sql: 't.course_id = $', values: [courseId] })
export const inModule = (moduleId: string) => ({ sql: 't.module_id = $', values: [moduleId] })

export class LessonStore extends orderedStoreOf(lessons) {
  /** The lesson, which stays until the end of the work; null if there is none that the caller may see. */
  async hold(id: string): Promise<LessonRow | null> {
    const mine = this.mine(3)
    const { rows } = await this.work.lock(`${lessons.select} and t.id = $2${mine.sql} for share`, [
      this.work.school,
      id,
      ...mine.values,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** Raises the version of a locked lesson whose blocks or rules change, and returns it so. */
  touch(lesson: LessonRow): LessonRow {
    const touched = { ...lesson, version: lesson.version + 1, updated_at: this.work.now }
    this.work.write(
      `update "learning"."lessons" set version = version + 1, updated_at = $3 where school_id = $1 and id = $2`,
      [this.work.school, lesson.id, this.work.now],
    )
    return touched
  }

  /** Whether a module has a lesson. */
  async anyIn(moduleId: string): Promise<boolean> {
    return (await this.countWhere(inModule(moduleId))) > 0
  }

  /** The lessons of a course that the caller may see, in their order in each module. */
  async ofCourse(courseId: string): Promise<LessonRow[]> {
    const mine = this.mine(3)
    const { rows } = await this.work.read(
      `${lessons.select} and t.course_id = $2${mine.sql} order by t.module_id, t.position`,
      [this.work.school, courseId, ...mine.values],
    )
    return rows.map(fields => this.read(fields))
  }

  /** Puts lessons into modules and places. */
  order(positions: readonly { id: string; module_id: string; position: number }[]): void {
    this.work.write(
      `update "learning"."lessons" t
       set module_id = p.module_id, position = p.place, version = t.version + 1, updated_at = $5
       from unnest($2::text[], $3::text[], $4::int[]) p(id, module_id, place)
       where t.school_id = $1 and t.id = p.id and (t.module_id, t.position) <> (p.module_id, p.place)`,
      [
        this.work.school,
        textArray(positions.map(({ id }) => id)),
        textArray(positions.map(({ module_id }) => module_id)),
        textArray(positions.map(({ position }) => String(position))),
        this.work.now,
      ],
    )
  }

  /** Moves those after a deleted lesson one place forward. */
  closeGap({ module_id, position }: LessonRow): void {
    this.work.write(
      `update "learning"."lessons" set position = position - 1
       where school_id = $1 and module_id = $2 and position > $3`,
      [this.work.school, module_id, String(position)],
    )
  }

  /** Deletes the lessons of a course. */
  removeOfCourse(courseId: string): void {
    this.work.write(`delete from "learning"."lessons" where school_id = $1 and course_id = $2`, [
      this.work.school,
      courseId,
    ])
  }
}
