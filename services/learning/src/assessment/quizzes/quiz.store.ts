import { objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import { studiedLessons } from '../../study/enrollments/studied-lessons.ts'
import { quizzes as operations, Quiz } from './quiz.contract.ts'

const quizzes = objectTable('learning.quizzes', Quiz, {
  list: operations.list,
  indexes: [
    ['lesson_id', 'created_at', 'id'],
    ['course_id', 'created_at', 'id'],
  ],
  visible: studiedLessons,
})
export type QuizRow = RowIn<typeof quizzes>

export class QuizStore extends storeOf(quizzes) {
  /** The quiz, which does not change until the end of the work; others may hold it, too. */
  async hold(id: string): Promise<QuizRow | null> {
    const mine = this.mine(3)
    const { rows } = await this.work.lock(`${quizzes.select} and t.id = $2${mine.sql} for share`, [
      this.work.school,
      id,
      ...mine.values,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The quizzes of a lesson, the earliest first. */
  async ofLesson(lessonId: string): Promise<QuizRow[]> {
    const { rows } = await this.work.read(
      `${quizzes.select} and t.lesson_id = $2 order by t.created_at, t.id`,
      [this.work.school, lessonId],
    )
    return rows.map(row => this.read(row))
  }

  /** What attempts at these quizzes show, whether the caller may see the quizzes or not. */
  async shownOf(
    ids: readonly string[],
  ): Promise<Pick<QuizRow, 'id' | 'show' | 'shuffle_options' | 'attempts_allowed'>[]> {
    const { rows } = await this.work.read(
      `select id, show, shuffle_options, attempts_allowed from "learning"."quizzes"
       where school_id = $1 and id = any($2::text[])`,
      [this.work.school, textArray([...new Set(ids)])],
    )
    return rows.map(([id, show, shuffle, allowed]) => ({
      id: id as QuizRow['id'],
      show: show as QuizRow['show'],
      shuffle_options: shuffle === 't',
      attempts_allowed: allowed === null ? null : Number(allowed),
    }))
  }

  /** The share of the points with which the quiz is passed. */
  async passPercent(id: string): Promise<number> {
    const { rows } = await this.work.read(
      `select pass_percent from "learning"."quizzes" where school_id = $1 and id = $2`,
      [this.work.school, id],
    )
    return Number(rows[0]![0])
  }

  /** Within how many hours open answers of the quiz are to be reviewed. */
  async reviewHours(id: string): Promise<number> {
    const { rows } = await this.work.read(
      `select review_hours from "learning"."quizzes" where school_id = $1 and id = $2`,
      [this.work.school, id],
    )
    return Number(rows[0]![0])
  }

  /** Locks the quizzes of a lesson or course: no attempt begins until the end of the work. */
  async lockOf(of: 'lesson_id' | 'course_id', id: string): Promise<void> {
    await this.work.lock(
      `select 1 from "learning"."quizzes" where school_id = $1 and "${of}" = $2 order by id for update`,
      [this.work.school, id],
    )
  }

  /** Deletes the quizzes of a lesson or course. */
  removeOf(of: 'lesson_id' | 'course_id', id: string): void {
    this.work.write(`delete from "learning"."quizzes" where school_id = $1 and "${of}" = $2`, [
      this.work.school,
      id,
    ])
  }
}
