// What outsiders may know of this service.
import { contract } from '@lms/contract'
import {
  courseCreated,
  courseDeleted,
  coursePublished,
  courses,
  courseUpdated,
} from './courses/course.contract.ts'

export { Course } from './courses/course.object.ts'

export const learningContract = contract({
  service: 'learning',
  area: 'Learning',
  resources: { courses },
  events: [courseCreated, courseUpdated, coursePublished, courseDeleted],
})
