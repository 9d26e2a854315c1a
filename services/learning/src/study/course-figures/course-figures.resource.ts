import type { ReturnsOf } from '@lms/contract'
import { builder } from '../../builder.ts'
import { courseFigures } from './course-figures.contract.ts'

/**
 * A lesson has opened to a student whose course and flow have begun if neither it nor its module has a condition, if its opening
 * has been noted for them or for their flow, and in any case if they have begun it: the rule of `hasOpened`, for all.
 */
const lessonsSql = `
with people as materialized (
  select id, group_id, status <> 'waiting' and (select c.status <> 'draft' from "learning"."courses" c
    where c.school_id = $1 and c.id = $2) and not exists (select from "learning"."flows" f
    where f.school_id = $1 and f.id = group_id and f.starts_at > $3::timestamptz) as begun from "learning"."enrollments"
  where school_id = $1 and course_id = $2 and status <> 'ended'),
noted as materialized (
  select f.lesson_id, p.id from "learning"."flow_openings" f join people p on p.group_id = f.group_id
  where f.school_id = $1 and f.course_id = $2 and f.told_at <= $3::timestamptz
  union
  select l, p.id from "learning"."open_lessons" o join people p on p.id = o.enrollment_id, unnest(o.lessons) l
  where o.school_id = $1 and o.course_id = $2),
done as materialized (
  select l.lesson_id, l.enrollment_id as id, l.started_at, l.completed_at from "learning"."lesson_progress" l
  join people p on p.id = l.enrollment_id where l.school_id = $1 and l.course_id = $2)
select l.id, l.module_id, l.title, l.required,
  (select count(*) from (
    select n.id from noted n where n.lesson_id = l.id union select d.id from done d where d.lesson_id = l.id
    union select p.id from people p where p.begun
      and coalesce(jsonb_array_length(l.access_rules -> 'conditions'), 0) = 0
      and coalesce(jsonb_array_length(m.access_rules -> 'conditions'), 0) = 0) either),
  (select count(*) from done d where d.lesson_id = l.id),
  (select count(*) from done d where d.lesson_id = l.id and d.completed_at is not null),
  (select percentile_cont(0.5) within group (order by extract(epoch from d.completed_at - d.started_at)) / 60
    from done d where d.lesson_id = l.id and d.completed_at is not null)
from "learning"."lessons" l join "learning"."modules" m on m.school_id = $1 and m.id = l.module_id
where l.school_id = $1 and l.course_id = $2 and l.status = 'published' order by m.position, l.position, l.id`

const courseFiguresHandlers = builder.implement(courseFigures, {
  get: async ({ body: { course_id }, work, now }) => {
    const parameters = [work.school, course_id]
    const [course, people, lessons] = await Promise.all([
      work.read('select 1 from "learning"."courses" where school_id = $1 and id = $2', parameters),
      work.read(
        `select count(*) filter (where status <> 'suspended'), count(*) filter (where status = 'suspended'),
           count(*) filter (where completed_at is not null) from "learning"."enrollments" e
         where school_id = $1 and course_id = $2 and status <> 'ended' and not exists (
           select from "learning"."people" p where p.school_id = $1 and p.id = e.user_id and p.gone)`,
        parameters,
      ),
      work.read(lessonsSql, [...parameters, now]),
    ])
    if (course.rows.length === 0) return { course: null }
    const [enrolled, without_access, completed] = people.rows[0]!.map(Number) as [number, number, number]
    type Lessons = NonNullable<ReturnsOf<typeof courseFigures.get>['course']>['lessons']
    const lessonFigures = lessons.rows.map(([lesson_id, module_id, title, required, ...numbers]) => {
      const [opened, started, done, minutes] = numbers
      return {
        lesson_id,
        module_id,
        title,
        required: required === 't',
        opened: Number(opened),
        started: Number(started),
        completed: Number(done),
        median_minutes: minutes ? Math.round(Number(minutes)) : null,
      }
    })
    return { course: { enrolled, without_access, completed, lessons: lessonFigures as Lessons } }
  },
})

export const courseFiguresResource = builder.resource({
  handlers: [courseFiguresHandlers],
})
