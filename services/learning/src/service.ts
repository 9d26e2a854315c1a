// Courses and lessons.
import { migrationsIn } from '@lms/service-host'
import { blockHandlers } from './blocks/block.handlers.ts'
import { ContentUseEntity } from './blocks/block.store.ts'
import { builder } from './builder.ts'
import { learningContract } from './contract.ts'
import { courseHandlers } from './courses/course.handlers.ts'
import { enrollmentsOfPerson } from './enrollments/enrollment.data.ts'
import { enrollmentHandlers } from './enrollments/enrollment.handlers.ts'
import { followedRights } from './enrollments/follow-rights.ts'
import { settleEnrollmentTask } from './enrollments/settle.run.ts'
import { lessonHandlers } from './lessons/lesson.handlers.ts'
import { moduleHandlers } from './modules/module.handlers.ts'
import { BlockProgressEntity } from './progress/block-progress.store.ts'
import { lessonCompletions, progress } from './progress/progress.contract.ts'
import { progressOfPerson } from './progress/progress.data.ts'
import { lessonCompletionHandlers, progressHandlers } from './progress/progress.handlers.ts'
import { recountCourseTask } from './progress/recount.run.ts'
import { publicationHandlers } from './publishing/publication.handlers.ts'
import { FlowEntity, RightEntity, RightsProgressEntity } from './rights/right.entity.ts'
import { structureHandlers } from './structure/structure.handlers.ts'

export const learningService = builder.build({
  contract: learningContract,
  entities: [ContentUseEntity, RightEntity, FlowEntity, RightsProgressEntity, BlockProgressEntity],
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  keepsPeople: true,
  personalData: [progressOfPerson, enrollmentsOfPerson],
  follows: [{ ...followedRights, before: [...followedRights.before!, progress, lessonCompletions] }],
  tasks: [settleEnrollmentTask, recountCourseTask],
  resources: [
    courseHandlers,
    structureHandlers,
    publicationHandlers,
    moduleHandlers,
    lessonHandlers,
    blockHandlers,
    enrollmentHandlers,
    progressHandlers,
    lessonCompletionHandlers,
  ],
  objects: { crs: (ids, { courses }) => courses.many(ids) },
  naming: {
    grp: (id, { enrollments }) => enrollments.naming(id),
    fil: async (id, { blocks, courses }) =>
      (await Promise.all([courses.showing(id), blocks.showing(id)])).flat(),
  },
})
