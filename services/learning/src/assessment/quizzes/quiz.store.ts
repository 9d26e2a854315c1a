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

interface ShortDraw {
  lesson_id: QuizRow['lesson_id']
  title: string
  label: string
  count: number
  found: number
}

/** Whether a question `x` is in the pool of a draw `d` of a quiz `t`. */
export const inPool = `case coalesce(d->>'source', 'quiz') when 'quiz' then x.quiz_id = t.id
  else exists (select 1 from "learning"."quizzes" s join "learning"."courses" c on c.school_id = $1 and c.id = s.course_id
    where s.school_id = $1 and s.id = x.quiz_id and (s.course_id = t.course_id or c.status <> 'archived')
      and case d->>'source' when 'quizzes' then d->'quiz_ids' ? s.id when 'course' then s.course_id = t.course_id else true end)
  end`

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

  /** Those of these quizzes that are there, whoever asks; they do not change until the end of the work. */
  async holdAll(ids: readonly string[]): Promise<string[]> {
    const { rows } = await this.work.lock(
      `select id from "learning"."quizzes" where school_id = $1 and id = any($2::text[]) order by id for share`,
      [this.work.school, textArray(ids)],
    )
    return rows.map(([id]) => id!)
  }

  /** The first few other quizzes whose draws name a quiz, or quizzes of a lesson or course. */
  async drawingFrom(of: 'id' | 'lesson_id' | 'course_id', id: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select distinct q.id from "learning"."quizzes" q cross join jsonb_array_elements(q.draws) d
       join "learning"."quizzes" s on s.school_id = $1 and s."${of}" = $2 and d->'quiz_ids' ? s.id
       where q.school_id = $1 and q."${of}" <> $2 order by q.id limit 5`,
      [this.work.school, id],
    )
    return rows.map(([quiz]) => quiz!)
  }

  /** The quizzes of a course that draws of quizzes of the course name. */
  async sourcesIn(courseId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select distinct s.id from "learning"."quizzes" q cross join jsonb_array_elements(q.draws) d
       join "learning"."quizzes" s on s.school_id = $1 and s.course_id = $2 and d->'quiz_ids' ? s.id
       where q.school_id = $1 and q.course_id = $2`,
      [this.work.school, courseId],
    )
    return rows.map(([id]) => id!)
  }

  /** Draws of the quizzes of a course that find fewer questions than they draw. */
  async shortDraws(courseId: string, most: number): Promise<ShortDraw[]> {
    const { rows } = await this.work.read(
      `select t.id, t.lesson_id, t.title, d->>'label', d->>'count', n.count from "learning"."quizzes" t
       cross join jsonb_array_elements(t.draws) d cross join lateral (
         select count(*) from "learning"."questions" x where x.school_id = $1 and x.label = d->>'label' and ${inPool}) n
       where t.school_id = $1 and t.course_id = $2 and n.count < (d->>'count')::int order by t.id limit $3`,
      [this.work.school, courseId, String(most)],
    )
    return rows.map(([, lesson_id, title, label, count, found]) => ({
      lesson_id: lesson_id as QuizRow['lesson_id'],
      ...{ title: title!, label: label!, count: Number(count), found: Number(found) },
    }))
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
