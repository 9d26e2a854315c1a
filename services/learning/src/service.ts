// Courses and lessons.
import { migrationsIn } from '@lms/service-host'
import { builder } from './builder.ts'
import { learningContract } from './contract.ts'
import { courseHandlers } from './courses/course.handlers.ts'
import { enrollmentsOfPerson } from './enrollments/enrollment.data.ts'
import { enrollmentHandlers } from './enrollments/enrollment.handlers.ts'
import { followedRights } from './enrollments/follow-rights.ts'
import { settleEnrollmentTask } from './enrollments/settle.run.ts'
import { FlowEntity, RightEntity, RightsProgressEntity } from './rights/right.entity.ts'

export const learningService = builder.build({
  contract: learningContract,
  entities: [RightEntity, FlowEntity, RightsProgressEntity],
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  resources: [courseHandlers, enrollmentHandlers],
  keepsPeople: true,
  personalData: [enrollmentsOfPerson],
  follows: [followedRights],
  tasks: [settleEnrollmentTask],
  objects: { crs: (ids, { courses }) => courses.many(ids) },
  naming: { fil: (id, { courses }) => courses.showing(id) },
})
