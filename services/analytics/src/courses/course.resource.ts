import { builder } from '../builder.ts'
import { courseAnalyticsHandlers } from './course.handlers.ts'

export const courseResource = builder.resource({
  handlers: [courseAnalyticsHandlers],
})
