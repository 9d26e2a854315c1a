import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { armCourse } from '../../study/openings/opening.task.ts'
import { removeContentOf } from '../deletions/course-content.ts'
import { courses, courseUpdated, refusals } from './course.contract.ts'

const { list, create, get, delete: remove } = courses

const courseHandlers = builder.implement(courses, {
  ...crudHandlers({ list, create, get, delete: remove }, ({ courses }: Stores) => courses, {
    sets: () => ({ status: 'draft' as const, published_at: null, building: null }),
    mayRemove: async ({ id }, stores) => {
      if (await stores.enrollments.anyIn(id)) throw new Refused(refusals.course_studied)
      await refuseNamed(id, stores)
      removeContentOf(id, stores)
    },
  }),

  update: async ({ path, body, work, emit }, stores) => {
    const { courses } = stores
    const { status, ...changes } = body
    const course = await courses.lock(path.id)
    if (status && status !== course.status) {
      await refuseNamed(course.id, stores)
      return courses.move(course, 'archive', changes)
    }
    const saved = courses.save(course, changes)
    if (saved.time_zone !== course.time_zone) armCourse(work, course.id)
    if (saved !== course) emit(courseUpdated, saved, { previous: course })
    return saved
  },
})

/** Refuses to take away a course that others wait for; no rule begins to name it until the end of the work. */
async function refuseNamed(courseId: string, { ruleRefs }: Pick<Stores, 'ruleRefs'>): Promise<void> {
  await ruleRefs.lockCourses()
  await ruleRefs.refuseNamed(courseId, refusals.course_named)
}

export const courseResource = builder.resource({
  handlers: [courseHandlers],
  objects: { crs: (ids, { courses }) => courses.many(ids) },
  naming: { fil: (id, { courses }) => courses.showing(id) },
})
