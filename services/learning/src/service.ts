// Courses and lessons.
import { migrationsIn } from '@lms/service-host'
import { builder } from './builder.ts'
import { learningContract } from './contract.ts'
import { courseHandlers } from './courses/course.handlers.ts'

export const learningService = builder.build({
  contract: learningContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  resources: [courseHandlers],
  objects: { crs: (ids, { courses }) => courses.many(ids) },
  naming: { fil: (id, { courses }) => courses.showing(id) },
})
