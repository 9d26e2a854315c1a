import type { Id } from '@lms/contract'
import { courseFigures } from '@lms/learning/contract'
import { missing } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { asOf } from '../figures/as-of.ts'
import { type CourseFigures, courseAnalytics } from './course.contract.ts'

const percent = (part: number, total: number) => (total ? Math.round((part * 100) / total) : null)
const query = (path: string, filters: Record<string, string>) => `${path}?${new URLSearchParams(filters)}`

// What people have done in lessons changes without an event, too: staff takes a completion back. So the service that
// keeps it counts it.
const courseAnalyticsHandlers = builder.implement(courseAnalytics, {
  get: async ({ path, work, runtime }, stores: Stores): Promise<CourseFigures> => {
    const id = path.id as Id<'crs'>
    if (!runtime.config.serviceAddresses.learning) return missing()
    const scope = { school: work.school, requestId: work.origin.requestId }
    const [as_of, { course }] = await Promise.all([
      asOf({ work, runtime }, stores),
      runtime.client('learning', { courseFigures }, scope).courseFigures.get({ body: { course_id: id } }),
    ])
    if (!course) return missing()
    const { enrolled, without_access, completed, lessons } = course
    return {
      course_id: id,
      enrolled,
      without_access,
      completed,
      completed_percent: percent(completed, enrolled + without_access),
      lessons: lessons.map(lesson => {
        const { lesson_id, median_minutes } = lesson
        const of = { course_id: id, lesson_id }
        const studied = { ...of, enrollment_ended: 'false' }
        return {
          ...lesson,
          completed_percent: percent(lesson.completed, lesson.opened),
          drop_off: lesson.started - lesson.completed,
          median_days: median_minutes === null ? null : Math.round(median_minutes / 144) / 10,
          drill: {
            opened: query('/v1/lesson-schedule', { ...of, has_opened: 'true' }),
            started: query('/v1/progress', studied),
            completed: query('/v1/progress', { ...studied, status: 'completed' }),
          },
        }
      }),
      as_of,
      drill: {
        enrolled: query('/v1/enrollments', {
          course_id: id,
          status: 'waiting,active,frozen,completed',
        }),
      },
    }
  },
})

export const courseResource = builder.resource({
  handlers: [courseAnalyticsHandlers],
})
