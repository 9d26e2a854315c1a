// The stores of this service, and the builder that ties its handlers and reactions to them.
import { defineService, type StoresOf } from '@lms/service-host'
import { BlockStore } from './blocks/block.store.ts'
import { CourseStore } from './courses/course.store.ts'
import { LessonStore } from './lessons/lesson.store.ts'
import { ModuleStore } from './modules/module.store.ts'

export const builder = defineService({
  courses: CourseStore,
  modules: ModuleStore,
  lessons: LessonStore,
  blocks: BlockStore,
})
export type Stores = StoresOf<typeof builder.stores>
