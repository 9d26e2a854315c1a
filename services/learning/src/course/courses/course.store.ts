import type { Caller } from '@lms/contract'
import { type Condition, objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import { courses as courseOperations, coursePublished, refusals } from './course.contract.ts'
import { courseLifecycle } from './course.lifecycle.ts'
import { Course } from './course.object.ts'

/** Students see published courses that everyone sees, and published and archived ones that they study. */
const published = (caller: Caller) => (caller.role === 'student' ? seenByStudent('t', caller) : null)

/** The condition on a course for students, with the alias of its table. */
export const seenByStudent = (alias: string, { school, user }: Caller): Condition => ({
  sql: `(${alias}.status = 'published' and ${alias}.visibility = 'everyone'
    or ${alias}.status in ('published', 'archived') and ${alias}.id = any(array(
      select e.course_id from "learning"."enrollments" e where e.school_id = $ and e.user_id = $)))`,
  values: [school, user],
})

const courses = objectTable('learning.courses', Course, {
  list: courseOperations.list,
  visible: published,
  indexes: [['cover_file_id']],
  lifecycle: {
    of: courseLifecycle,
    emits: { publish: coursePublished, withdraw: coursePublished, archive: coursePublished },
    refuses: { draft: refusals.course_not_published, archived: refusals.course_archived },
  },
})
export type CourseRow = RowIn<typeof courses>

export class CourseStore extends storeOf(courses) {
  /** The course of a module or lesson, locked; null if there is none. If-Match is about them, not about the course. */
  async lockFor(id: string): Promise<CourseRow | null> {
    const { rows } = await this.work.lock(`${courses.select} and t.id = $2 for update`, [
      this.work.school,
      id,
    ])
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /** The courses with these ids or titles, whatever the case of these. */
  async byNames(names: readonly string[]): Promise<Pick<CourseRow, 'id' | 'title'>[]> {
    if (names.length === 0) return []
    const { rows } = await this.work.read(
      `select id, title from "learning"."courses" where school_id = $1
         and (id = any($2::text[]) or lower(trim(title)) = any($3::text[])) order by created_at, id`,
      [this.work.school, textArray(names), textArray(names.map(name => name.toLowerCase()))],
    )
    return rows.map(([id, title]) => ({ id: id as CourseRow['id'], title: title! }))
  }

  /** Raises the version of a locked course whose modules or lessons change, and returns it so. */
  touch(course: CourseRow): CourseRow {
    const touched = { ...course, version: course.version + 1, updated_at: this.work.now }
    this.work.write(
      `update "learning"."courses" set version = version + 1, updated_at = $3 where school_id = $1 and id = $2`,
      [this.work.school, course.id, this.work.now],
    )
    return touched
  }

  /** The zone of a course, whoever asks; null for that of the school. */
  async zoneOf(id: string): Promise<string | null> {
    const { rows } = await this.work.read(
      `select time_zone from "learning"."courses" where school_id = $1 and id = $2`,
      [this.work.school, id],
    )
    return rows[0]?.[0] ?? null
  }

  /** The first few courses with this cover. */
  async showing(fileId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select id from "learning"."courses" where school_id = $1 and cover_file_id = $2 order by id limit 5`,
      [this.work.school, fileId],
    )
    return rows.map(([id]) => id!)
  }
}
