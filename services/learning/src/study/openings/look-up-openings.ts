import { enqueueSelected, textArray, type UnitOfWork } from '@lms/service-host'
import { openLessons } from './opening.task.ts'

/** Looks at the openings of these people in the courses whose rules name these objects. */
export function lookFor(
  work: UnitOfWork,
  { people, objects }: { people: readonly string[]; objects: readonly string[] },
): void {
  enqueueSelected(work, openLessons, {
    sql: `select e.id, json_build_object('enrollment_id', e.id)::text from "learning"."enrollments" e
      where e.school_id = $ and e.user_id = any($::text[]) and e.status <> 'ended' and e.course_id in (
        select course_id from "learning"."rule_refs" where school_id = $ and object_id = any($::text[]))`,
    values: [work.school, textArray(people), work.school, textArray(objects)],
  })
}
