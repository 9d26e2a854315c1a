import type { Id } from '@lms/contract'
import {
  type Condition,
  enqueueSelected,
  readDatabaseTime,
  textArray,
  type UnitOfWork,
} from '@lms/service-host'
import { openFlow } from './opening.tasks.ts'

/** Openings of one flow or enrollment. */
export interface OwnOpenings {
  owner_id: Id<'enr'> | Id<'grp'>
  course_id: Id<'crs'>
  opened: readonly { lesson_id: Id<'les'>; opens_at: string }[]
  closed: readonly Id<'les'>[]
}

export class OpeningStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** Notes what is open and closed now; gives the pairs of owner and lesson that had not been noted, as `owner lesson`. */
  async note(all: readonly OwnOpenings[]): Promise<ReadonlySet<string>> {
    const closed = all.flatMap(({ owner_id, closed }) =>
      closed.map(lesson_id => [owner_id, lesson_id] as const),
    )
    if (closed.length)
      this.work.write(
        `delete from "learning"."lesson_openings" o using unnest($2::text[], $3::text[]) c(owner_id, lesson_id)
         where o.school_id = $1 and o.owner_id = c.owner_id and o.lesson_id = c.lesson_id`,
        [this.work.school, textArray(closed.map(([owner]) => owner)), textArray(closed.map(([, id]) => id))],
      )
    const opened = all.flatMap(({ owner_id, course_id, opened }) =>
      opened.map(each => ({ owner_id, course_id, ...each })),
    )
    if (opened.length === 0) return new Set()
    const { rows } = await this.work.lock(
      `insert into "learning"."lesson_openings" (school_id, owner_id, lesson_id, course_id, opens_at)
       select $1, r.* from json_to_recordset($2::json) r (owner_id text, lesson_id text, course_id text, opens_at timestamptz)
       order by r.owner_id, r.lesson_id on conflict do nothing returning owner_id, lesson_id`,
      [this.work.school, JSON.stringify(opened)],
    )
    return new Set(rows.map(([owner, lesson]) => `${owner} ${lesson}`))
  }

  /** Since when a course is taught in a flow; null if nobody studies it there. */
  async taughtSince(groupId: string, courseId: string): Promise<string | null> {
    const { rows } = await this.work.read(
      `select since from "learning"."taught_flows" where school_id = $1 and group_id = $2 and course_id = $3`,
      [this.work.school, groupId, courseId],
    )
    return rows[0] ? readDatabaseTime(rows[0][0]!) : null
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
    for (const table of ['lesson_openings', 'taught_flows'])
      this.work.write(`delete from "learning"."${table}" where school_id = $1 and course_id = $2`, [
        this.work.school,
        courseId,
      ])
  }
}
