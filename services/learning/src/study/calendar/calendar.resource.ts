import { builder } from '../../builder.ts'
import { calendar, calendarFeeds } from './calendar.contract.ts'
import { calendarFeedHandlers, calendarHandlers } from './calendar.handlers.ts'

export const calendarResource = builder.resource({
  handlers: [calendarHandlers, calendarFeedHandlers],
  knowsPresent: [calendar, calendarFeeds],
})
