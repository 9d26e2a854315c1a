import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { armCourse } from '../../study/openings/opening.task.ts'
import { removeContentOf } from '../deletions/course-content.ts'
import { courses, courseUpdated, refusals } from './course.contract.ts'

const { list, create, get, delete: remove } = courses

export const courseHandlers = builder.implement(courses, {
  ...crudHandlers({ list, create, get, delete: remove }, ({ courses }: Stores) => courses, {
    sets: () => ({ status: 'draft' as const, published_at: null, building: null }),
    mayRemove: async ({ id }, stores) => {
      if (await stores.enrollments.anyIn(id)) throw new Refused(refusals.course_studied)
      removeContentOf(id, stores)
    },
  }),

  update: async ({ path, body, work, emit }, { courses }) => {
    const { status, ...changes } = body
    const course = await courses.lock(path.id)
    if (status && status !== course.status) return courses.move(course, 'archive', changes)
    const saved = courses.save(course, changes)
    if (saved.time_zone !== course.time_zone) armCourse(work, course.id)
    if (saved !== course) emit(courseUpdated, saved, { previous: course })
    return saved
  },
})
