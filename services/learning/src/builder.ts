// The stores of this service, and the builder that ties its handlers and reactions to them.
import { defineService, type StoresOf } from '@lms/service-host'
import { CourseStore } from './courses/course.store.ts'

export const builder = defineService({ courses: CourseStore })
export type Stores = StoresOf<typeof builder.stores>
