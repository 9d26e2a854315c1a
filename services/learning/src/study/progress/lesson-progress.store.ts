import type { Id } from '@lms/contract'
import {
  enqueue,
  enqueueSelected,
  objectTable,
  planned,
  type RowIn,
  storeOf,
  textArray,
} from '@lms/service-host'
import type { CompletionRule } from '../../course/lessons/lesson.contract.ts'
import { visibleByStudy } from '../../homework/curators/curator-scope.ts'
import { recount, recountLater, recountOne } from '../enrollments/recount.task.ts'
import { type EnterWork, enterWork } from './enter-work.task.ts'
import { lessonProgressLifecycle } from './lesson-progress.lifecycle.ts'
import { LessonProgress, lessonCompleted, progress as operations } from './progress.contract.ts'

const lessonProgress = objectTable('learning.lesson_progress', LessonProgress, {
  list: operations.list,
  indexes: [
    ['user_id', 'created_at', 'id'],
    ['course_id', 'created_at', 'id'],
    ['lesson_id', 'created_at', 'id'],
    ['status', 'created_at', 'id'],
  ],
  unique: [{ of: ['enrollment_id', 'lesson_id'] }],
  filters: {
    enrollment_ended: flags => ({
      sql: `exists (select 1 from "learning"."enrollments" e where e.school_id = t.school_id and e.id = t.enrollment_id
        and (e.status = 'ended')::text = any($::text[]))`,
      values: [textArray(flags)],
    }),
  },
  lifecycle: { of: lessonProgressLifecycle, emits: { complete: lessonCompleted, undo: null } },
  visible: visibleByStudy,
})
export type LessonProgressRow = RowIn<typeof lessonProgress>

/** What of a lesson decides when it is completed. */
export interface RuledLesson {
  id: LessonProgressRow['lesson_id']
  course_id: LessonProgressRow['course_id']
  completion: CompletionRule
}

/** A lesson whose quizzes or homework are done, in an enrollment whose progress does not say so. */
export interface Unentered
  extends Pick<LessonProgressRow, 'enrollment_id' | 'user_id' | 'course_id' | 'lesson_id'> {
  what: 'quiz' | 'homework'
}

// The row of the enrollment is locked first: all changes of its progress take place under this lock.
export class LessonProgressStore extends storeOf(lessonProgress) {
  /** What was done in these lessons in an enrollment, by lesson. */
  async inLessons(
    enrollmentId: string,
    lessonIds: readonly string[],
  ): Promise<Map<string, LessonProgressRow>> {
    const { rows } = await this.work.lock(
      `${lessonProgress.select} and t.enrollment_id = $2 and t.lesson_id = any($3::text[]) for update`,
      [this.work.school, enrollmentId, textArray(lessonIds)],
    )
    return new Map(rows.map(row => this.readLocked(row)).map(row => [row.lesson_id, row]))
  }

  /** The begun and not completed lessons of these enrollments. */
  async startedIn(enrollmentIds: readonly string[]): Promise<LessonProgressRow[]> {
    const { rows } = await this.work.lock(
      `${lessonProgress.select} and t.enrollment_id = any($2::text[]) and t.completed_at is null
       order by t.id for update`,
      [this.work.school, textArray(enrollmentIds)],
    )
    return rows.map(row => this.readLocked(row))
  }

  /** The lessons with these ids, also those that the caller may not see. */
  async ruled(lessonIds: readonly string[]): Promise<RuledLesson[]> {
    const { rows } = await this.work.read(
      `select id, course_id, completion from "learning"."lessons" where school_id = $1 and id = any($2::text[])`,
      [this.work.school, textArray(lessonIds)],
    )
    return rows.map(asRuled)
  }

  /** The published lessons of a course. */
  async ruledOf(courseId: string): Promise<RuledLesson[]> {
    const { rows } = await this.work.read(
      `select id, course_id, completion from "learning"."lessons"
       where school_id = $1 and course_id = $2 and status = 'published'`,
      [this.work.school, courseId],
    )
    return rows.map(asRuled)
  }

  /** The lessons on which the completion of a course depends: the required ones; all if none is. */
  async counting(courseId: string): Promise<Set<string>> {
    const { rows } = await this.work.read(
      `select id, required from "learning"."lessons" where school_id = $1 and course_id = $2 and status = 'published'`,
      [this.work.school, courseId],
    )
    const required = rows.filter(([, isRequired]) => isRequired === 't')
    return new Set((required.length ? required : rows).map(([id]) => id!))
  }

  /** How many of these lessons are completed in each of the enrollments. */
  async completedOf(
    enrollmentIds: readonly string[],
    lessonIds: ReadonlySet<string>,
  ): Promise<Map<string, number>> {
    const { rows } = await this.work.read(
      `select enrollment_id, count(*) from "learning"."lesson_progress"
       where school_id = $1 and enrollment_id = any($2::text[]) and lesson_id = any($3::text[])
         and completed_at is not null group by enrollment_id`,
      [this.work.school, textArray(enrollmentIds), textArray([...lessonIds])],
    )
    return new Map(rows.map(([id, count]) => [id!, Number(count)]))
  }

  /** Locks lessons that somebody begins, so that none is deleted meanwhile; returns those that are there. */
  async hold(lessonIds: readonly string[]): Promise<Set<string>> {
    if (lessonIds.length === 0) return new Set()
    const { rows } = await this.work.lock(
      `select id from "learning"."lessons" where school_id = $1 and id = any($2::text[]) order by id for share`,
      [this.work.school, textArray(lessonIds)],
    )
    return new Set(rows.map(([id]) => id!))
  }

  /** Whether somebody has begun a lesson. */
  async anyIn(lessonId: string): Promise<boolean> {
    const { rows } = await this.work.read(
      `select 1 from "learning"."lesson_progress" where school_id = $1 and lesson_id = $2 limit 1`,
      [this.work.school, lessonId],
    )
    return rows.length > 0
  }

  /**
   * Enters lessons as completed in another program: of a completed course all, else the first ones that count, up to a share of
   * them. What was done here stays as it is, and the percentages are counted again.
   */
  enterImported(
    done: readonly { row: { id: string; user_id: string; course_id: string }; share: number; at: string }[],
  ): void {
    if (done.length === 0) return
    const values = done.map(({ row: { id, user_id, course_id }, share, at }) => ({
      ...{ id, user_id, course_id, share, at },
    }))
    this.work.write(
      `with ordered as (
         select l.course_id, l.id, l.required,
           row_number() over (partition by l.course_id, l.required order by m.position, l.position) as place,
           count(*) over (partition by l.course_id, l.required) as alike,
           bool_or(l.required) over (partition by l.course_id) as has_required
         from "learning"."lessons" l
         join "learning"."modules" m on m.school_id = l.school_id and m.id = l.module_id
         where l.school_id = $1 and l.status = 'published'
           and l.course_id = any(select d.course_id from json_to_recordset($2::json) d (course_id text)))
       insert into "learning"."lesson_progress" (school_id, id, enrollment_id, user_id, course_id, lesson_id, status,
         viewed_percent, started_at, completed_at, version, created_at, updated_at)
       select $1, 'lpr_0' || left(replace(gen_random_uuid()::text, '-', ''), 25), d.id, d.user_id, d.course_id, o.id,
         'completed', 0, d.at, d.at, 1, $3::timestamptz, $3::timestamptz
       from json_to_recordset($2::json) d (id text, user_id text, course_id text, share numeric, at timestamptz)
       join ordered o on o.course_id = d.course_id
         and (d.share = 1 or o.required = o.has_required and o.place <= floor(d.share * o.alike))
       on conflict (school_id, enrollment_id, lesson_id) do nothing`,
      [this.work.school, JSON.stringify(values), this.work.now],
    )
    for (const { course_id, id } of values.filter(({ share }) => share < 1))
      recountOne(
        this.work,
        course_id as LessonProgressRow['course_id'],
        id as LessonProgressRow['enrollment_id'],
      )
  }

  /** Has the percentages of a course counted again. */
  recount(courseId: LessonProgressRow['course_id']): void {
    recount(this.work, courseId)
  }

  /** The same, some minutes after blocks of the course have changed. */
  recountLater(courseId: LessonProgressRow['course_id']): void {
    recountLater(this.work, courseId)
  }

  /**
   * Lessons whose quizzes a person has passed, or whose homework is accepted from them, and whose progress does not say so;
   * from an enrollment on.
   */
  async unentered(
    { course_id, lesson_id, enrollment_id }: EnterWork,
    from: string,
    most: number,
  ): Promise<Unentered[]> {
    const { rows } = await this.work.ask(
      planned(
        `select e.id, e.user_id, e.course_id, l.id, d.what from "learning"."enrollments" e
         join "learning"."lessons" l
           on l.school_id = $1 and l.course_id = e.course_id and ($3::text is null or l.id = $3)
         left join "learning"."lesson_progress" p
           on p.school_id = $1 and p.enrollment_id = e.id and p.lesson_id = l.id
         cross join lateral (
           select 'quiz' as what where p.quiz_passed_at is null
             and exists (select from "learning"."quizzes" q where q.school_id = $1 and q.lesson_id = l.id)
             and not exists (select from "learning"."quizzes" q where q.school_id = $1 and q.lesson_id = l.id
               and not exists (select from "learning"."attempts" a
                 where a.school_id = $1 and a.user_id = e.user_id and a.quiz_id = q.id and a.passed))
           union all
           select 'homework' where p.homework_accepted_at is null
             and exists (select from "learning"."assignments" a where a.school_id = $1 and a.lesson_id = l.id)
             and not exists (select from "learning"."assignments" a where a.school_id = $1 and a.lesson_id = l.id
               and not exists (select from "learning"."submissions" s where s.school_id = $1
                 and s.enrollment_id = e.id and s.assignment_id = a.id and s.status = 'accepted'))) d
         where e.school_id = $1 and e.course_id = $2 and e.status <> 'ended'
           and ($4::text is null or e.id = $4) and e.id >= $5
         order by e.id, l.id limit $6`,
        [this.work.school, course_id, lesson_id, enrollment_id, from, String(most)],
      ),
    )
    return rows.map(
      ([enrollment_id, user_id, course_id, lesson_id, what]) =>
        ({ enrollment_id, user_id, course_id, lesson_id, what }) as Unentered,
    )
  }

  /** Has what people have done in a lesson entered, after quizzes or homework of it are gone. */
  enterLesson({ course_id, lesson_id }: Pick<LessonProgressRow, 'course_id' | 'lesson_id'>): void {
    enqueue(this.work, enterWork, { course_id, lesson_id, enrollment_id: null }, { key: lesson_id })
  }

  /** Has what a person has done in a course entered. */
  enterEnrollment({ id, course_id }: { id: Id<'enr'>; course_id: Id<'crs'> }): void {
    enqueue(this.work, enterWork, { course_id, lesson_id: null, enrollment_id: id }, { key: id })
  }

  /** Has what a person has done in all their courses entered, as they stand at the end of the work. */
  enterAllOf(userId: string): void {
    enqueueSelected(this.work, enterWork, {
      sql: `select id, json_build_object('course_id', course_id, 'lesson_id', null, 'enrollment_id', id)::text
        from "learning"."enrollments" where school_id = $ and user_id = $ and status <> 'ended'`,
      values: [this.work.school, userId],
    })
  }

  /** Forgets what was done in an enrollment. */
  forget(enrollmentId: string): void {
    for (const table of ['lesson_progress', 'block_progress'])
      this.work.write(`delete from "learning"."${table}" where school_id = $1 and enrollment_id = $2`, [
        this.work.school,
        enrollmentId,
      ])
  }
}

const asRuled = ([id, course_id, completion]: readonly (string | null)[]): RuledLesson =>
  ({ id, course_id, completion: JSON.parse(completion!) }) as RuledLesson
