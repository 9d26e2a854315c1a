import type { Caller } from '@lms/contract'
import { objectTable, type RowIn, storeOf } from '@lms/service-host'
import { courses as courseOperations, coursePublished, refusals } from './course.contract.ts'
import { courseLifecycle } from './course.lifecycle.ts'
import { Course } from './course.object.ts'

/** Students see published courses. */
const published = (caller: Caller) =>
  caller.role === 'student' ? { sql: `t.status = 'published'`, values: [] } : null

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
  /** The first few courses with this cover. */
  async showing(fileId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select id from "learning"."courses" where school_id = $1 and cover_file_id = $2 order by id limit 5`,
      [this.work.school, fileId],
    )
    return rows.map(([id]) => id!)
  }
}
