// What outsiders may know of this service.
import { contract } from '@lms/contract'
import {
  courseCreated,
  courseDeleted,
  coursePublished,
  courses,
  courseUpdated,
} from './courses/course.contract.ts'
import { enrollments } from './enrollments/enrollment.contract.ts'

export { Course } from './courses/course.object.ts'

export const learningContract = contract({
  service: 'learning',
  area: 'Learning',
  resources: { courses, enrollments },
  events: [courseCreated, courseUpdated, coursePublished, courseDeleted],
})
