// Grades: one row for a person's study and a gradable item, written in the transaction of its cause.
import {
  column,
  type RowOf,
  readDatabaseTime,
  tenantEntity,
  textArray,
  type UnitOfWork,
} from '@lms/service-host'
import { armIfInRule } from '../../study/openings/opening.task.ts'
import { type GradeState, gradeStates, maxItems } from './gradebook.contract.ts'
import type { GradableItem } from './total.rules.ts'

export const GradeEntity = tenantEntity(
  'learning',
  'grades',
  {
    enrollment_id: column.id<'enr'>().primary(),
    item_id: column.key().primary(),
    course_id: column.id<'crs'>(),
    user_id: column.id<'usr'>(),
    kind: column.key<'quiz' | 'homework'>(),
    score: column.integer().nullable(),
    max_score: column.integer().nullable(),
    status: column.key<GradeState>(),
    at: column.time(),
    curator_id: column.id<'usr'>().nullable(),
  },
  {
    archive: { earlier: { columns: { state: 'status' } } },
    indexes: [{ properties: ['school_id', 'user_id'] }, { properties: ['school_id', 'curator_id'] }],
    checks: [
      {
        name: 'grades_status_check',
        expression: `"status" in (${gradeStates.map(status => `'${status}'`).join(', ')})`,
      },
    ],
  },
)
export type Grade = Omit<RowOf<typeof GradeEntity>, 'school_id'>

/** What counts in a gradebook, once its lesson is published. */
export type CourseItem = GradableItem & { lesson_id: string; published: boolean }

const columns = 'enrollment_id, item_id, course_id, user_id, kind, score, max_score, status, at, curator_id'
const newer = `on conflict (school_id, enrollment_id, item_id) do update set user_id = excluded.user_id,
  score = excluded.score, max_score = excluded.max_score, status = excluded.status, at = excluded.at,
  curator_id = excluded.curator_id`

export class GradeStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /**
   * Writes the grade of a quiz from the person's attempts, as they stand at the end of the work: the best one, the last one,
   * or the average share of the points of all that are final, as points of the last one.
   */
  fromAttempts(enrollmentId: string, quizId: string): void {
    this.work.write(
      `insert into "learning"."grades" (school_id, ${columns})
       select t.school_id, t.enrollment_id, t.quiz_id, t.course_id, t.user_id, 'quiz', t.counted, t.max_score,
         case when t.counted is null then 'in_review' when q.counts <> 'average' and t.passed then 'passed'
           when q.counts = 'average' and t.share * 100 >= q.pass_percent then 'passed' else 'failed' end, t.finished_at, null
       from "learning"."quizzes" q cross join lateral (
         select a.*, case when q.counts = 'average' then round(a.share * a.max_score) else a.score end as counted
         from (select a.*, avg(case when a.score is null then null when a.max_score = 0 then 1
             else a.score::numeric / a.max_score end) over () as share
           from "learning"."attempts" a
           where a.school_id = $1 and a.enrollment_id = $2 and a.quiz_id = $3 and a.status <> 'running') a
         order by q.counts = 'best' and a.passed is true desc,
           case when q.counts = 'best' then a.score end desc nulls last, a.number desc limit 1) t
       where q.school_id = $1 and q.id = $3
       ${newer}`,
      [this.work.school, enrollmentId, quizId],
    )
    armIfInRule(this.work, enrollmentId, quizId)
  }

  /** Writes the grade of a homework. */
  put(grade: Grade): void {
    this.work.write(
      `insert into "learning"."grades" (school_id, ${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ${newer}`,
      [
        this.work.school,
        grade.enrollment_id,
        grade.item_id,
        grade.course_id,
        grade.user_id,
        grade.kind,
        grade.score === null ? null : String(grade.score),
        grade.max_score === null ? null : String(grade.max_score),
        grade.status,
        grade.at,
        grade.curator_id,
      ],
    )
    armIfInRule(this.work, grade.enrollment_id, grade.item_id)
  }

  /** The grade of a homework that was withdrawn is gone. */
  drop(enrollmentId: string, itemId: string): void {
    this.work.write(
      `delete from "learning"."grades" where school_id = $1 and enrollment_id = $2 and item_id = $3`,
      [this.work.school, enrollmentId, itemId],
    )
  }

  /** Forgets the grades of the quizzes of a study. */
  forgetQuizzes(enrollmentId: string): void {
    this.work.write(
      `delete from "learning"."grades" where school_id = $1 and enrollment_id = $2 and kind = 'quiz'`,
      [this.work.school, enrollmentId],
    )
  }

  /** Gives a person's grades to another, who keeps the better one of each item. */
  moveTo(into: string, from: string): void {
    const people = [this.work.school, into, from]
    this.work.write(
      `insert into "learning"."grades" as mine (school_id, ${columns})
       select g.school_id, e.id, g.item_id, g.course_id, $2, g.kind, g.score, g.max_score, g.status, g.at, g.curator_id
       from "learning"."grades" g join "learning"."enrollments" e
         on e.school_id = $1 and e.user_id = $2 and e.course_id = g.course_id
       where g.school_id = $1 and g.user_id = $3
       on conflict (school_id, enrollment_id, item_id) do update set user_id = excluded.user_id, score = excluded.score,
         max_score = excluded.max_score, status = excluded.status, at = excluded.at, curator_id = excluded.curator_id
       where (excluded.status in ('passed', 'accepted'), coalesce(excluded.score, -1))
         > (mine.status in ('passed', 'accepted'), coalesce(mine.score, -1)) or mine.user_id <> $2`,
      people,
    )
    this.work.write(
      `delete from "learning"."grades" where school_id = $1 and user_id <> $2 and user_id = $3`,
      people,
    )
    this.work.write(
      `update "learning"."grades" set curator_id = $2 where school_id = $1 and curator_id = $3`,
      people,
    )
  }

  /** The quizzes of a course, and its homework with points, with the lessons that are published or not. */
  async itemsOf(courseId: string): Promise<CourseItem[]> {
    const itemsIn = (table: string, more = '') =>
      `select i.id, i.lesson_id, i.grade_category, i.extra_credit, l.status = 'published' from "learning"."${table}" i
       join "learning"."lessons" l on l.school_id = $1 and l.id = i.lesson_id
       where i.school_id = $1 and i.course_id = $2${more}`
    const { rows } = await this.work.read(
      `${itemsIn('quizzes')} union all ${itemsIn('assignments', ' and i.max_score is not null')}`,
      [this.work.school, courseId],
    )
    return rows.map(([item_id, lesson_id, category, extra, published]) => ({
      ...{ item_id: item_id!, lesson_id: lesson_id!, category: category ?? null },
      extra_credit: extra === 't',
      published: published === 't',
    }))
  }

  /** The number of grades of a person. */
  async countOf(userId: string): Promise<number> {
    const { rows } = await this.work.read(
      `select count(*) from "learning"."grades" where school_id = $1 and user_id = $2`,
      [this.work.school, userId],
    )
    return Number(rows[0]![0])
  }

  /** The grades of a person, after one of them by its item and enrollment. */
  async ofPerson(userId: string, after: string | null, most: number): Promise<Grade[]> {
    const { rows } = await this.work.read(
      `select ${columns} from "learning"."grades" where school_id = $1 and user_id = $2
         and item_id || ' ' || enrollment_id > $3 order by item_id || ' ' || enrollment_id limit $4`,
      [this.work.school, userId, after ?? '', String(most)],
    )
    return rows.map(gradeOf)
  }

  /** The grades of these enrollments, by enrollment: one range of the primary key for each. */
  async ofEnrollments(ids: readonly string[]): Promise<Map<string, Grade[]>> {
    if (ids.length === 0) return new Map()
    const { rows } = await this.work.read(
      `select g.* from unnest($2::text[]) e (id) cross join lateral (
         select ${columns} from "learning"."grades" where school_id = $1 and enrollment_id = e.id
         order by item_id limit ${maxItems}) g`,
      [this.work.school, textArray(ids)],
    )
    const grades = rows.map(gradeOf)
    return Map.groupBy(grades, ({ enrollment_id }) => enrollment_id)
  }
}

function gradeOf(fields: readonly (string | null)[]): Grade {
  const [enrollment_id, item_id, course_id, user_id, kind, score, max_score, status, at, curator_id] = fields
  return {
    ...{ enrollment_id, item_id, course_id, user_id, kind, status, curator_id },
    score: score === null ? null : Number(score),
    max_score: max_score === null ? null : Number(max_score),
    at: readDatabaseTime(at!),
  } as Grade
}
