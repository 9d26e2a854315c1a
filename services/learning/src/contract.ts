// What outsiders may know of this service.
import { contract } from '@lms/contract'
import { quizAttempts, quizFinished } from './attempts/attempt.contract.ts'
import { lessonBlocks } from './blocks/block.contract.ts'
import {
  courseCreated,
  courseDeleted,
  coursePublished,
  courses,
  courseUpdated,
} from './courses/course.contract.ts'
import { enrollments } from './enrollments/enrollment.contract.ts'
import { gradebooks } from './gradebook/gradebook.contract.ts'
import { lessonCreated, lessonDeleted, lessons, lessonUpdated } from './lessons/lesson.contract.ts'
import { modules } from './modules/module.contract.ts'
import { publications } from './publishing/publication.contract.ts'
import { questions } from './questions/question.contract.ts'
import { quizzes } from './quizzes/quiz.contract.ts'
import { courseStructures } from './structure/structure.contract.ts'

export { Course } from './courses/course.object.ts'
export { Lesson } from './lessons/lesson.contract.ts'

export const learningContract = contract({
  service: 'learning',
  area: 'Learning',
  resources: {
    courses,
    courseStructures,
    publications,
    modules,
    lessons,
    lessonBlocks,
    enrollments,
    quizzes,
    questions,
    quizAttempts,
    gradebooks,
  },
  events: [
    courseCreated,
    courseUpdated,
    coursePublished,
    courseDeleted,
    lessonCreated,
    lessonUpdated,
    lessonDeleted,
    quizFinished,
  ],
})
