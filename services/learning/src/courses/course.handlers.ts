import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { courses, courseUpdated, type Problem } from './course.contract.ts'
import type { CourseRow } from './course.store.ts'

const { list, create, get, remove } = courses

export const courseHandlers = builder.implement(courses, {
  ...crudHandlers({ list, create, get, remove }, ({ courses }: Stores) => courses, {
    sets: () => ({ status: 'draft' as const, published_at: null, building: null }),
  }),

  change: async ({ path, body, emit }, { courses }) => {
    const { status, ...changes } = body
    const course = await courses.lock(path.id)
    if (status && status !== course.status) return courses.move(course, 'archive', changes)
    const saved = courses.save(course, changes)
    if (saved !== course) emit(courseUpdated, saved, { previous: course })
    return saved
  },

  publish: async ({ path, body, work }, { courses }) => {
    const course = await courses.lock(path.id)
    const problems: Problem[] = []
    if (body.dry_run) return publication(course, problems)
    if (body.action === 'withdraw') return publication(courses.move(course, 'withdraw'), problems)
    if (course.status === 'published') return publication(course, problems)
    return publication(courses.move(course, 'publish', { published_at: work.now }), problems)
  },
})

const publication = (course: CourseRow, problems: Problem[]) => ({
  id: course.id,
  version: course.version,
  course,
  problems,
})
