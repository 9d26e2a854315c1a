// The stores of this service, and the builder that ties its handlers and reactions to them.
import { defineService, PeopleDirectory, type StoresOf } from '@lms/service-host'
import { AttemptStore } from './attempts/attempt.store.ts'
import { BlockStore } from './blocks/block.store.ts'
import { CourseStore } from './courses/course.store.ts'
import { EnrollmentStore } from './enrollments/enrollment.store.ts'
import { GradeStore } from './gradebook/grade.store.ts'
import { LessonStore } from './lessons/lesson.store.ts'
import { ModuleStore } from './modules/module.store.ts'
import { QuestionStore } from './questions/question.store.ts'
import { QuizStore } from './quizzes/quiz.store.ts'
import { RightStore } from './rights/right.store.ts'

export const builder = defineService({
  people: PeopleDirectory,
  courses: CourseStore,
  modules: ModuleStore,
  lessons: LessonStore,
  blocks: BlockStore,
  rights: RightStore,
  enrollments: EnrollmentStore,
  quizzes: QuizStore,
  questions: QuestionStore,
  attempts: AttemptStore,
  grades: GradeStore,
})
export type Stores = StoresOf<typeof builder.stores>
