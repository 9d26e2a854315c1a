// What two persons did who turn out to be one.
import type { Id } from '@lms/contract'
import type { UnitOfWork } from '@lms/service-host'
import { recountOne } from '../enrollments/recount.task.ts'

/**
 * Gives the progress of a person to another one. In courses that both study, the seconds are united and the earliest
 * times kept, under the enrollment of the person who stays.
 */
export async function uniteProgress(
  work: UnitOfWork,
  { from, into }: { from: string; into: string },
): Promise<void> {
  const people = [work.school, into, from]
  const twins = `"learning"."enrollments" t join "learning"."enrollments" o
    on o.school_id = t.school_id and o.course_id = t.course_id and o.user_id = $3`
  const { rows } = await work.lock(
    `select t.id, t.course_id from ${twins} where t.school_id = $1 and t.user_id = $2 order by t.id for update`,
    people,
  )
  const pairs = `(select t.id kept, o.id other from ${twins} where t.school_id = $1 and t.user_id = $2) e`
  work.write(
    `insert into "learning"."block_progress" as b
       (school_id, enrollment_id, block_id, lesson_id, watched, position_seconds, positioned_at, reported_at)
     select p.school_id, e.kept, p.block_id, p.lesson_id, p.watched, p.position_seconds, p.positioned_at, p.reported_at
     from ${pairs} join "learning"."block_progress" p on p.school_id = $1 and p.enrollment_id = e.other
     on conflict (school_id, enrollment_id, block_id) do update set watched = b.watched + excluded.watched,
       position_seconds = case when excluded.positioned_at > b.positioned_at then excluded.position_seconds
         else b.position_seconds end,
       positioned_at = greatest(b.positioned_at, excluded.positioned_at),
       reported_at = greatest(b.reported_at, excluded.reported_at)`,
    people,
  )
  work.write(
    `delete from "learning"."block_progress" p using ${pairs} where p.school_id = $1 and p.enrollment_id = e.other`,
    people,
  )
  const earliest = ['started_at', 'marked_at', 'quiz_passed_at', 'homework_accepted_at', 'completed_at']
  const both = `from ${pairs}, "learning"."lesson_progress" o where t.school_id = $1 and t.enrollment_id = e.kept
    and o.school_id = $1 and o.enrollment_id = e.other and o.lesson_id = t.lesson_id`
  work.write(
    `update "learning"."lesson_progress" t set ${earliest.map(name => `${name} = least(t.${name}, o.${name})`).join(', ')},
       viewed_percent = greatest(t.viewed_percent, o.viewed_percent), version = t.version + 1, updated_at = $4,
       status = case when t.completed_at is null and o.completed_at is null then 'started' else 'completed' end,
       taken_back_at = case when t.completed_at is null and o.completed_at is null
         then greatest(t.taken_back_at, o.taken_back_at) end ${both}`,
    [...people, work.now],
  )
  work.write(
    `delete from "learning"."lesson_progress" o using ${pairs}, "learning"."lesson_progress" t
     where o.school_id = $1 and o.enrollment_id = e.other
       and t.school_id = $1 and t.enrollment_id = e.kept and t.lesson_id = o.lesson_id`,
    people,
  )
  work.write(
    `update "learning"."lesson_progress" o set enrollment_id = e.kept from ${pairs}
     where o.school_id = $1 and o.enrollment_id = e.other`,
    people,
  )
  work.write(
    `update "learning"."lesson_progress" set user_id = $2, version = version + 1, updated_at = $4
     where school_id = $1 and user_id = $3`,
    [...people, work.now],
  )
  for (const [enrollment_id, course_id] of rows)
    recountOne(work, course_id as Id<'crs'>, enrollment_id as Id<'enr'>)
}
