// A session as an entry of a person's calendar (RFC 5545), which mail programs offer to add.
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

export interface CalendarEntry {
  /** The registration: the entry of one person in one session. */
  id: string
  school: { id: string; name: string; from: string }
  title: string
  starts_at: string
  duration_minutes: number
  /** The personal entry to the room; null where it is void. */
  url: string | null
  /** Rises with each move: a calendar keeps the highest. */
  sequence: number
  isCanceled: boolean
  now: string
}

/** The entry as an attachment of a message. */
export function calendarEntry(entry: CalendarEntry) {
  const { id, school, title, starts_at, duration_minutes, url, sequence, isCanceled, now } = entry
  const method = isCanceled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH
  const calendar = ical({ prodId: { company: 'Open School', product: 'Webinars' }, method })
  const start = new Date(starts_at)
  calendar.createEvent({
    // Without a domain, which may change.
    id: `${id}@${school.id}`,
    sequence,
    stamp: new Date(now),
    start,
    end: new Date(start.getTime() + duration_minutes * 60_000),
    timezone: null,
    summary: title,
    status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: school.name, email: school.from },
    url,
    location: url,
  })
  return { name: 'webinar.ics', kind: 'calendar', method, text: calendar.toString() } as const
}
