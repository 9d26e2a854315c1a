import { objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import { studiedLessons } from '../../study/enrollments/studied-lessons.ts'
import { armCourse } from '../../study/openings/opening.task.ts'
import { Assignment, assignments as operations } from './assignment.contract.ts'

const assignments = objectTable('learning.assignments', Assignment, {
  list: operations.list,
  indexes: [
    ['lesson_id', 'created_at', 'id'],
    ['course_id', 'created_at', 'id'],
  ],
  visible: studiedLessons,
})
export type AssignmentRow = RowIn<typeof assignments>

export class AssignmentStore extends storeOf(assignments) {
  /** Adds a homework; who studies the course may have let its deadline pass. */
  override insert(row: Omit<AssignmentRow, 'school_id'>): AssignmentRow {
    armCourse(this.work, row.course_id)
    return super.insert(row)
  }

  /** The lessons of these courses that have homework. */
  async lessonsIn(courseIds: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.work.read(
      `select distinct lesson_id from "learning"."assignments" where school_id = $1 and course_id = any($2::text[])`,
      [this.work.school, textArray([...new Set(courseIds)])],
    )
    return new Set(rows.map(([id]) => id!))
  }

  /** The homework of these lessons, whoever asks. */
  async ofLessons(lessonIds: readonly string[]): Promise<AssignmentRow[]> {
    const { rows } = await this.work.read(
      `${assignments.select} and t.lesson_id = any($2::text[]) order by t.created_at, t.id`,
      [this.work.school, textArray([...lessonIds])],
    )
    return rows.map(row => this.read(row))
  }

  /** The assignment, which does not change until the end of the work; others may hold it, too. */
  async hold(id: string): Promise<AssignmentRow | null> {
    const mine = this.mine(3)
    const { rows } = await this.work.lock(`${assignments.select} and t.id = $2${mine.sql} for share`, [
      this.work.school,
      id,
      ...mine.values,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The assignments of a lesson, the earliest first. */
  async ofLesson(lessonId: string): Promise<AssignmentRow[]> {
    const { rows } = await this.work.read(
      `${assignments.select} and t.lesson_id = $2 order by t.created_at, t.id`,
      [this.work.school, lessonId],
    )
    return rows.map(row => this.read(row))
  }

  /** The assignment of a submission, whether the caller may see it or not. */
  async ofSubmission(id: string): Promise<AssignmentRow> {
    const { rows } = await this.work.read(`${assignments.select} and t.id = $2`, [this.work.school, id])
    return this.read(rows[0]!)
  }

  /** Locks the assignments of a lesson or course: nobody begins one until the end of the work. */
  async lockOf(of: 'lesson_id' | 'course_id', id: string): Promise<void> {
    await this.work.lock(
      `select 1 from "learning"."assignments" where school_id = $1 and "${of}" = $2 order by id for update`,
      [this.work.school, id],
    )
  }

  /** Deletes the assignments of a lesson or course. */
  removeOf(of: 'lesson_id' | 'course_id', id: string): void {
    this.work.write(`delete from "learning"."assignments" where school_id = $1 and "${of}" = $2`, [
      this.work.school,
      id,
    ])
  }
}
