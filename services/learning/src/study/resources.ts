import { calendarResource } from './calendar/calendar.resource.ts'
import { courseFiguresResource } from './course-figures/course-figures.resource.ts'
import { enrollmentResource } from './enrollments/enrollment.resource.ts'
import { flowResource } from './flows/flow.resource.ts'
import { holdingResource } from './holdings/holding.resource.ts'
import { noticeFactsResource } from './notices/notice-facts.resource.ts'
import { openingResource } from './openings/opening.resource.ts'
import { overrideResource } from './overrides/override.resource.ts'
import { progressResource } from './progress/progress.resource.ts'
import { rightResource } from './rights/right.resource.ts'
import { scheduleResource } from './schedule/schedule.resource.ts'

export const studyResources = [
  openingResource,
  holdingResource,
  rightResource,
  progressResource,
  enrollmentResource,
  overrideResource,
  scheduleResource,
  calendarResource,
  flowResource,
  courseFiguresResource,
  noticeFactsResource,
]
