// Courses and lessons.
import { migrationsIn } from '@lms/service-host'
import { blockHandlers } from './blocks/block.handlers.ts'
import { ContentUseEntity } from './blocks/block.store.ts'
import { builder } from './builder.ts'
import { learningContract } from './contract.ts'
import { courseHandlers } from './courses/course.handlers.ts'
import { lessonHandlers } from './lessons/lesson.handlers.ts'
import { moduleHandlers } from './modules/module.handlers.ts'
import { publicationHandlers } from './publishing/publication.handlers.ts'
import { structureHandlers } from './structure/structure.handlers.ts'

export const learningService = builder.build({
  contract: learningContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  entities: [ContentUseEntity],
  resources: [
    courseHandlers,
    structureHandlers,
    publicationHandlers,
    moduleHandlers,
    lessonHandlers,
    blockHandlers,
  ],
  objects: { crs: (ids, { courses }) => courses.many(ids) },
  naming: {
    fil: async (id, { blocks, courses }) =>
      (await Promise.all([courses.showing(id), blocks.showing(id)])).flat(),
  },
})
