import { builder } from '../../builder.ts'
import { CalendarLinkEntity } from './calendar-link.store.ts'

export const calendarLinkResource = builder.resource({
  entities: [CalendarLinkEntity],
})
