import { builder } from '../../builder.ts'
import { calendar, calendarFeeds } from './calendar.contract.ts'
import { calendarFeedHandlers, calendarHandlers } from './calendar.handlers.ts'
import { CalendarEntryEntity } from './calendar-entry.store.ts'

export const calendarResource = builder.resource({
  entities: [CalendarEntryEntity],
  handlers: [calendarHandlers, calendarFeedHandlers],
  knowsPresent: [calendar, calendarFeeds],
})
