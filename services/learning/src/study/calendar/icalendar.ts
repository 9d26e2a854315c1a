// A calendar in the format of calendar programs (RFC 5545), in UTC.
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { calendarWords } from './calendar.words.ts'
import type { Occasion } from './calendar-items.ts'

export interface CalendarSchool {
  id: string
  name: string
  language: string
  /** `{site_url}`. */
  url: string
}

/** The calendar with these occasions. Of two versions of an event the one with the higher SEQUENCE counts. */
export function icalendarOf(
  occasions: readonly Occasion[],
  {
    school,
    feedUrl,
    now,
    sequences,
  }: {
    school: CalendarSchool
    feedUrl: string | null
    now: string
    /** By the ids of the occasions. */
    sequences: ReadonlyMap<string, number>
  },
): string {
  const { summary } = calendarWords(school.language)
  const calendar = ical({
    name: school.name,
    prodId: { company: 'Open School', product: 'Calendar', language: school.language },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3600,
    url: feedUrl,
    source: feedUrl,
  })
  for (const { id, kind, title, starts_at, ends_at, entry_path } of occasions)
    calendar.createEvent({
      // Without a domain, which may change.
      ...{ id: `${id}@${school.id}`, sequence: sequences.get(id) ?? 0, summary: summary[kind](title) },
      ...{
        stamp: new Date(now),
        start: new Date(starts_at),
        end: ends_at === null ? null : new Date(ends_at),
      },
      ...{ timezone: null, url: entry_path === null ? school.url : `${school.url}${entry_path}` },
      transparency: kind === 'webinar' ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    })
  // The last line ends as the others do (RFC 5545, 3.1).
  return `${calendar.toString()}\r\n`
}
