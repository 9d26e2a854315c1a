import { builder } from '../builder.ts'
import { sessionCalendarHandlers } from './calendar.handlers.ts'

export const calendarResource = builder.resource({
  handlers: [sessionCalendarHandlers],
})
