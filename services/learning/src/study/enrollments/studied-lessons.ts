import type { Caller } from '@lms/contract'
import type { Condition } from '@lms/service-host'

/**
 * Students see what belongs to published lessons of the courses that they study, or have studied: whether a lesson is open to
 * them now is asked besides (`schedule/open-to-caller.ts`).
 */
export const studiedLessons = ({ role, school, user }: Caller): Condition | null =>
  role === 'student'
    ? {
        sql: `t.lesson_id = any(array(select l.id from "learning"."enrollments" e
          join "learning"."courses" c on c.school_id = e.school_id and c.id = e.course_id and c.status <> 'draft'
          join "learning"."lessons" l on l.school_id = e.school_id and l.course_id = e.course_id and l.status = 'published'
          where e.school_id = $ and e.user_id = $ and e.status in ('active', 'completed', 'suspended')))`,
        values: [school, user],
      }
    : null
