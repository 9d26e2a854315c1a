// The stores of this service, and the builder that ties its handlers and reactions to them.
import { defineService, PeopleDirectory, type StoresOf, settingsStoreOf } from '@lms/service-host'
import { BlockStore } from './blocks/block.store.ts'
import { CourseStore } from './courses/course.store.ts'
import { EnrollmentStore } from './enrollments/enrollment.store.ts'
import { LessonStore } from './lessons/lesson.store.ts'
import { ModuleStore } from './modules/module.store.ts'
import { RuleRefStore } from './openings/rule-ref.store.ts'
import { OverrideStore } from './overrides/override.store.ts'
import { BlockProgressStore } from './progress/block-progress.store.ts'
import { LessonProgressStore } from './progress/lesson-progress.store.ts'
import { RightStore } from './rights/right.store.ts'

import { ScheduleStore } from './schedule/schedule.store.ts'
import { LearningSettings } from './settings/learning-settings.ts'

export const builder = defineService({
  people: PeopleDirectory,
  courses: CourseStore,
  modules: ModuleStore,
  lessons: LessonStore,
  blocks: BlockStore,
  ruleRefs: RuleRefStore,
  overrides: OverrideStore,
  schedules: ScheduleStore,
  settings: settingsStoreOf('learning', LearningSettings),
  rights: RightStore,
  enrollments: EnrollmentStore,
  lessonProgress: LessonProgressStore,
  blockProgress: BlockProgressStore,
})
export type Stores = StoresOf<typeof builder.stores>
