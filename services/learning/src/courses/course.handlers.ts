import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { courses, courseUpdated, refusals } from './course.contract.ts'

const { list, create, get, remove } = courses

export const courseHandlers = builder.implement(courses, {
  ...crudHandlers({ list, create, get, remove }, ({ courses }: Stores) => courses, {
    sets: () => ({ status: 'draft' as const, published_at: null, building: null }),
    mayRemove: async ({ id }, { modules, lessons, blocks, ruleRefs, overrides, enrollments }) => {
      if (await enrollments.anyIn(id)) throw new Refused(refusals.course_studied)
      ruleRefs.removeOf('course_id', id)
      overrides.removeOfCourse(id)
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
