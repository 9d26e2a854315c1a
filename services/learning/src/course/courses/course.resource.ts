import { builder } from '../../builder.ts'
import { courseHandlers } from './course.handlers.ts'

export const courseResource = builder.resource({
  handlers: [courseHandlers],
  objects: { crs: (ids, { courses }) => courses.many(ids) },
  naming: { fil: (id, { courses }) => courses.showing(id) },
})
