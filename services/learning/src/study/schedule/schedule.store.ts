// What the schedules of courses depend on besides people: their lessons with all rules, and the starts of flows. Also
// what the caller does not see, such as a draft that others wait for.
import { type Id, isId } from '@lms/contract'
import { readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import type { Facts, Score } from '../openings/facts.ts'
import { rulesOf } from '../openings/opening.rules.ts'
import type { OpeningRules } from '../openings/rule-schema.ts'
import { type Achievement, achievementKey, lessonFacts } from './lesson-facts.ts'

interface Holdings {
  tags: Map<Id<'tag'>, string>
  offers: Map<Id<'off'>, string>
}
export interface CourseContent {
  id: Id<'crs'>
  /** Null for that of the school. */
  time_zone: string | null
  after_access: 'nothing' | 'opened_lessons'
  lessons: CourseLesson[]
}
export interface CourseLesson {
  id: Id<'les'>
  module_id: Id<'mod'>
  /** Whether it and its course are, an archived course included. */
  published: boolean
  /** With those of the module. */
  rules: OpeningRules
}

export type FlowTimes = Pick<Facts, 'flow_starts_at' | 'flow_ends_at'>
/** Those of who studies in no flow. */
export const noFlowTimes: FlowTimes = { flow_starts_at: null, flow_ends_at: null }

export class ScheduleStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** Those of these enrollments in which an attempt at a quiz runs. */
  async inAttempts(ids: readonly string[]): Promise<Id<'enr'>[]> {
    const { rows } = await this.work.read(
      `select distinct enrollment_id from "learning"."attempts"
       where school_id = $1 and enrollment_id = any($2::text[]) and status = 'running'`,
      [this.work.school, textArray(ids)],
    )
    return rows.map(([id]) => id as Id<'enr'>)
  }

  /** Those of these enrollments with homework that a moved deadline concerns: sent, returned, or missed and not sent since. */
  async withUndecided(ids: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.work.read(
      `select distinct enrollment_id from "learning"."submissions" where school_id = $1
         and enrollment_id = any($2::text[]) and (status in ('submitted', 'in_review', 'returned')
           or late = 'student' and status in ('draft', 'withdrawn'))`,
      [this.work.school, textArray(ids)],
    )
    return new Set(rows.map(([id]) => id!))
  }

  /** The courses with their lessons in order, by id. */
  async courses(ids: readonly string[]): Promise<Map<string, CourseContent>> {
    const { rows } = await this.work.read(
      `select c.id, c.time_zone, c.after_access, l.id, l.module_id,
         l.status = 'published' and c.status <> 'draft', m.access_rules, l.access_rules
       from "learning"."courses" c
       left join "learning"."modules" m on m.school_id = c.school_id and m.course_id = c.id
       left join "learning"."lessons" l on l.school_id = m.school_id and l.module_id = m.id
       where c.school_id = $1 and c.id = any($2::text[])
       order by c.id, m.position, l.position`,
      [this.work.school, textArray(ids)],
    )
    const courses = new Map<string, CourseContent>()
    for (const [id, time_zone, after_access, lesson, module, published, ofModule, ofLesson] of rows) {
      const courseContent =
        courses.get(id!) ?? ({ id, time_zone, after_access, lessons: [] } as unknown as CourseContent)
      courses.set(id!, courseContent)
      if (!lesson) continue
      courseContent.lessons.push({
        id: lesson as Id<'les'>,
        module_id: module as Id<'mod'>,
        published: published === 't',
        rules: rulesOf(JSON.parse(ofModule!), JSON.parse(ofLesson!)),
      })
    }
    return courses
  }

  /** What these enrollments have achieved in their lessons, by `achievementKey`. */
  achievements(enrollmentIds: readonly Id<'enr'>[]): Promise<ReadonlyMap<string, Achievement>> {
    return lessonFacts(enrollmentIds, this.work)
  }

  /** The lessons that have been noted as opened to these enrollments, or that they have begun, by `achievementKey`. */
  async noted(enrollmentIds: readonly Id<'enr'>[], now: string): Promise<ReadonlySet<string>> {
    const { rows } = await this.work.read(
      `select p.id, f.lesson_id from "learning"."enrollments" p
         join "learning"."flow_openings" f
           on f.school_id = p.school_id and f.course_id = p.course_id and f.group_id = p.group_id
         where p.school_id = $1 and p.id = any($2::text[]) and f.told_at <= $3::timestamptz
       union all select enrollment_id, unnest(lessons) from "learning"."open_lessons"
         where school_id = $1 and enrollment_id = any($2::text[])
       union all select enrollment_id, lesson_id from "learning"."lesson_progress"
         where school_id = $1 and enrollment_id = any($2::text[])`,
      [this.work.school, textArray(enrollmentIds), now],
    )
    return new Set(rows.map(([enrollment, lesson]) => achievementKey(enrollment!, lesson!)))
  }

  /** Since when people have the tags and offers that rules name, by person. */
  async holdings(userIds: readonly string[]): Promise<Map<string, Holdings>> {
    const { rows } = await this.work.read(
      `select user_id, object_id, min(since) from "learning"."holdings"
       where school_id = $1 and user_id = any($2::text[]) and since is not null group by user_id, object_id`,
      [this.work.school, textArray(userIds)],
    )
    const holdings = new Map<string, Holdings>()
    for (const [user, object, since] of rows) {
      const own = holdings.get(user!) ?? { tags: new Map(), offers: new Map() }
      holdings.set(user!, own)
      if (isId('tag', object!)) own.tags.set(object, readDatabaseTime(since!))
      if (isId('off', object!)) own.offers.set(object, readDatabaseTime(since!))
    }
    return holdings
  }

  /**
   * When people completed the courses that rules name, by person; all courses, where rules that are only tried out may name
   * others.
   */
  async completedCourses(
    userIds: readonly string[],
    { all = false } = {},
  ): Promise<Map<string, Map<Id<'crs'>, string>>> {
    const { rows } = await this.work.read(
      `select e.user_id, e.course_id, e.completed_at from "learning"."enrollments" e
       where e.school_id = $1 and e.user_id = any($2::text[]) and e.completed_at is not null and ($3::boolean or exists (
         select 1 from "learning"."rule_refs" r where r.school_id = $1 and r.object_id = e.course_id))`,
      [this.work.school, textArray(userIds), String(all)],
    )
    const people = new Map<string, Map<Id<'crs'>, string>>()
    for (const [user, course, at] of rows) {
      const own = people.get(user!) ?? new Map<Id<'crs'>, string>()
      people.set(user!, own.set(course as Id<'crs'>, readDatabaseTime(at!)))
    }
    return people
  }

  /** The final grades of enrollments that rules name, or all, by enrollment. */
  async scores(
    enrollmentIds: readonly string[],
    { all = false } = {},
  ): Promise<Map<string, Map<string, Score>>> {
    const { rows } = await this.work.read(
      `select g.enrollment_id, g.item_id, coalesce(g.score, 1), case when g.score is null then 1 else g.max_score end, g.at
       from "learning"."grades" g where g.school_id = $1 and g.enrollment_id = any($2::text[])
         and (g.score is not null and g.max_score is not null or g.status = 'accepted') and ($3::boolean or exists (
           select 1 from "learning"."rule_refs" r where r.school_id = $1 and r.object_id = g.item_id))`,
      [this.work.school, textArray(enrollmentIds), String(all)],
    )
    const enrollments = new Map<string, Map<string, Score>>()
    for (const [enrollment, item, score, max_score, at] of rows) {
      const own = enrollments.get(enrollment!) ?? new Map<string, Score>()
      const grade = { score: Number(score), max_score: Number(max_score), at: readDatabaseTime(at!) }
      enrollments.set(enrollment!, own.set(item!, grade))
    }
    return enrollments
  }

  /** The flows in which people study a course that start only later, the next one first. */
  async flowsAhead(courseId: string, most: number): Promise<{ group_id: string; starts_at: string }[]> {
    const { rows } = await this.work.read(
      `select f.id, f.starts_at from "learning"."flows" f where f.school_id = $1 and f.starts_at > $3
         and exists (select from "learning"."taught_flows" t
           where t.school_id = $1 and t.group_id = f.id and t.course_id = $2)
       order by f.starts_at, f.id limit $4`,
      [this.work.school, courseId, this.work.now, String(most)],
    )
    return rows.map(([id, starts_at]) => ({ group_id: id!, starts_at: readDatabaseTime(starts_at!) }))
  }

  /** The starts and ends of these flows, by id. */
  async flowTimes(groupIds: readonly string[]): Promise<Map<string, FlowTimes>> {
    if (groupIds.length === 0) return new Map()
    const { rows } = await this.work.read(
      `select id, starts_at, ends_at from "learning"."flows" where school_id = $1 and id = any($2::text[])`,
      [this.work.school, textArray(groupIds)],
    )
    return new Map(
      rows.map(([id, starts_at, ends_at]) => [
        id!,
        {
          flow_starts_at: readDatabaseTime(starts_at!),
          flow_ends_at: ends_at ? readDatabaseTime(ends_at) : null,
        },
      ]),
    )
  }
}
