import type { Id } from '@lms/contract'
import {
  type Condition,
  enqueueSelected,
  readDatabaseTime,
  textArray,
  type UnitOfWork,
} from '@lms/service-host'
import type { Look } from './announcement.rules.ts'
import { openFlow } from './opening.task.ts'

interface Flow {
  group_id: Id<'grp'>
  course_id: Id<'crs'>
}
/** An enrollment to be looked at: what had opened before `since` is not news. */
interface Looked {
  enrollment_id: Id<'enr'>
  course_id: Id<'crs'>
  since: string
}

/** Identifies the opening of a lesson to a flow. */
export const announcementKey = (groupId: string, lessonId: string): string => `${groupId} ${lessonId}`

export class OpeningStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** The last looks at these enrollments, locked, by id. */
  async lookAt(all: readonly Looked[]): Promise<ReadonlyMap<string, Look>> {
    if (all.length === 0) return new Map()
    const { rows } = await this.work.lock(
      `insert into "learning"."open_lessons" as o (school_id, enrollment_id, course_id, looked_at)
       select $1, r.* from json_to_recordset($2::json) r (enrollment_id text, course_id text, since timestamptz)
       order by r.enrollment_id on conflict (school_id, enrollment_id) do update set looked_at = o.looked_at
       returning enrollment_id, looked_at, to_json(lessons)`,
      [this.work.school, JSON.stringify(all)],
    )
    return new Map(
      rows.map(([id, at, lessons]) => [
        id!,
        { looked_at: readDatabaseTime(at!), open: lessons ? new Set<string>(JSON.parse(lessons)) : null },
      ]),
    )
  }

  /** Keeps what is open to these enrollments now, and what opens to them by itself and not with their flow. */
  keep(all: readonly { enrollment_id: string; open: readonly string[]; own: readonly string[] }[]): void {
    if (all.length)
      this.work.write(
        `update "learning"."open_lessons" o
         set looked_at = $3, lessons = array(select json_array_elements_text(r.open)),
           own = array(select json_array_elements_text(r.own))
         from json_to_recordset($2::json) r (enrollment_id text, open json, own json)
         where o.school_id = $1 and o.enrollment_id = r.enrollment_id`,
        [this.work.school, JSON.stringify(all), this.work.now],
      )
  }

  /** Keeps what a flow has told to these people since the last look at them, before they leave it or begin to differ. */
  keepTold(enrollmentIds: readonly string[], groupId: string): void {
    this.work.write(
      `update "learning"."open_lessons" o set looked_at = $4, lessons = array(
         select unnest(o.lessons) union
         select f.lesson_id from "learning"."flow_openings" f
         where f.school_id = $1 and f.group_id = $3 and f.course_id = o.course_id and f.told_at > o.looked_at
           and f.lesson_id <> all(o.own))
       where o.school_id = $1 and o.enrollment_id = any($2::text[]) and o.lessons is not null`,
      [this.work.school, textArray(enrollmentIds), groupId, this.work.now],
    )
  }

  /** When the openings of lessons to these flows were told, by `toldKey`. */
  async toldTo(groupIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (groupIds.length === 0) return new Map()
    const { rows } = await this.work.read(
      `select group_id, lesson_id, told_at from "learning"."flow_openings"
       where school_id = $1 and group_id = any($2::text[])`,
      [this.work.school, textArray(groupIds)],
    )
    return new Map(
      rows.map(([group, lesson, at]) => [announcementKey(group!, lesson!), readDatabaseTime(at!)]),
    )
  }

  /** The last look at a flow, locked; null if nobody studies the course in it. */
  async lookAtFlow({ group_id, course_id }: Flow): Promise<Look | null> {
    const flow = [this.work.school, group_id, course_id]
    const { rows } = await this.work.lock(
      `select since, looked_at from "learning"."taught_flows"
       where school_id = $1 and group_id = $2 and course_id = $3 for update`,
      flow,
    )
    if (!rows[0]) return null
    const [since, looked] = rows[0]
    if (looked === null) return { looked_at: readDatabaseTime(since!), open: null }
    const noted = await this.work.read(
      `select lesson_id from "learning"."flow_openings" where school_id = $1 and group_id = $2 and course_id = $3`,
      flow,
    )
    return { looked_at: readDatabaseTime(looked!), open: new Set(noted.rows.map(([lesson]) => lesson!)) }
  }

  /** Keeps what is open to a flow now. */
  keepOfFlow({ group_id, course_id }: Flow, open: readonly string[]): void {
    const flow = [this.work.school, group_id, course_id]
    this.work.write(
      `update "learning"."taught_flows" set looked_at = $4 where school_id = $1 and group_id = $2 and course_id = $3`,
      [...flow, this.work.now],
    )
    this.work.write(
      `delete from "learning"."flow_openings"
       where school_id = $1 and group_id = $2 and course_id = $3 and lesson_id <> all($4::text[])`,
      [...flow, textArray(open)],
    )
    this.work.write(
      `insert into "learning"."flow_openings" (school_id, group_id, course_id, lesson_id, told_at)
       select $1, $2, $3, l, $5::timestamptz from unnest($4::text[]) l on conflict do nothing`,
      [...flow, textArray(open), this.work.now],
    )
  }

  /** Looks at the openings of the flows of a course, or of all courses of a flow. */
  armFlows(of: { course_id: string } | { group_id: string }): void {
    const [[column, id]] = Object.entries(of) as [[string, string]]
    const selected: Condition = {
      sql: `select group_id || ' ' || course_id, json_build_object('group_id', group_id, 'course_id', course_id)::text
        from "learning"."taught_flows" where school_id = $ and "${column}" = $`,
      values: [this.work.school, id],
    }
    enqueueSelected(this.work, openFlow, selected)
  }

  /** Forgets what was told of a course. */
  removeOfCourse(courseId: string): void {
    for (const table of ['open_lessons', 'flow_openings', 'taught_flows'])
      this.work.write(`delete from "learning"."${table}" where school_id = $1 and course_id = $2`, [
        this.work.school,
        courseId,
      ])
  }

  /** Forgets what was told of a flow. */
  removeOfFlow(groupId: string): void {
    for (const table of ['flow_openings', 'taught_flows'])
      this.work.write(`delete from "learning"."${table}" where school_id = $1 and group_id = $2`, [
        this.work.school,
        groupId,
      ])
  }
}
