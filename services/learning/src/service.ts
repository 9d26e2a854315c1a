// Courses and lessons.
import { migrationsIn } from '@lms/service-host'
import { quizAttempts } from './attempts/attempt.contract.ts'
import { attemptsOfPerson } from './attempts/attempt.data.ts'
import { attemptHandlers } from './attempts/attempt.handlers.ts'
import { endAttemptTask, regradeQuestionTask } from './attempts/attempt.run.ts'
import { AttemptAnswerEntity } from './attempts/attempt.store.ts'
import { blockHandlers } from './blocks/block.handlers.ts'
import { ContentUseEntity } from './blocks/block.store.ts'
import { builder } from './builder.ts'
import { learningContract } from './contract.ts'
import { courseHandlers } from './courses/course.handlers.ts'
import { enrollmentsOfPerson } from './enrollments/enrollment.data.ts'
import { enrollmentHandlers } from './enrollments/enrollment.handlers.ts'
import { followedRights } from './enrollments/follow-rights.ts'
import { settleEnrollmentTask } from './enrollments/settle.run.ts'
import { gradesOfPerson } from './gradebook/grade.data.ts'
import { GradeEntity } from './gradebook/grade.store.ts'
import { gradebooks } from './gradebook/gradebook.contract.ts'
import { gradebookHandlers } from './gradebook/gradebook.handlers.ts'
import { lessonHandlers } from './lessons/lesson.handlers.ts'
import { moduleHandlers } from './modules/module.handlers.ts'
import { publicationHandlers } from './publishing/publication.handlers.ts'
import { questionHandlers } from './questions/question.handlers.ts'
import { QuestionVersionEntity } from './questions/question.store.ts'
import { quizHandlers } from './quizzes/quiz.handlers.ts'
import { FlowEntity, RightEntity, RightsProgressEntity } from './rights/right.entity.ts'
import { structureHandlers } from './structure/structure.handlers.ts'

export const learningService = builder.build({
  contract: learningContract,
  entities: [
    ContentUseEntity,
    RightEntity,
    FlowEntity,
    RightsProgressEntity,
    QuestionVersionEntity,
    AttemptAnswerEntity,
    GradeEntity,
  ],
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  keepsPeople: true,
  personalData: [enrollmentsOfPerson, attemptsOfPerson, gradesOfPerson],
  follows: [{ ...followedRights, before: [...followedRights.before!, quizAttempts, gradebooks] }],
  tasks: [settleEnrollmentTask, endAttemptTask, regradeQuestionTask],
  resources: [
    courseHandlers,
    structureHandlers,
    publicationHandlers,
    moduleHandlers,
    lessonHandlers,
    blockHandlers,
    enrollmentHandlers,
    quizHandlers,
    questionHandlers,
    attemptHandlers,
    gradebookHandlers,
  ],
  objects: { crs: (ids, { courses }) => courses.many(ids) },
  naming: {
    grp: (id, { enrollments }) => enrollments.naming(id),
    fil: async (id, { blocks, courses }) =>
      (await Promise.all([courses.showing(id), blocks.showing(id)])).flat(),
  },
})
