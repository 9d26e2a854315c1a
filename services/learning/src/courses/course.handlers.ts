import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { removeWorkOf } from '../deletions/worked-in.ts'
import { courses, courseUpdated, refusals } from './course.contract.ts'

const { list, create, get, remove } = courses

export const courseHandlers = builder.implement(courses, {
  ...crudHandlers({ list, create, get, remove }, ({ courses }: Stores) => courses, {
    sets: () => ({ status: 'draft' as const, published_at: null, building: null }),
    mayRemove: async ({ id }, stores) => {
      const { modules, lessons, blocks, enrollments, ruleRefs, overrides } = stores
      if (await enrollments.anyIn(id)) throw new Refused(refusals.course_studied)
      removeWorkOf('course_id', id, stores)
      ruleRefs.removeOf('course_id', id)
      overrides.removeOfCourse(id)
      removeWorkOf('course_id', id, stores)
      blocks.removeOf('course_id', id)
      lessons.removeOfCourse(id)
      modules.removeOfCourse(id)
    },
  }),

  change: async ({ path, body, emit }, { courses }) => {
    const { status, ...changes } = body
    const course = await courses.lock(path.id)
    if (status && status !== course.status) return courses.move(course, 'archive', changes)
    const saved = courses.save(course, changes)
    if (saved !== course) emit(courseUpdated, saved, { previous: course })
    return saved
  },
})
