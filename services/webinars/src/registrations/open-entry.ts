// A session as an entry of a calendar (RFC 5545) for visitors of the page of a webinar.
import ical from 'ical-generator'

/** A session as an entry for who has no registration: the address of the page has all of it, so that nothing is stored. */
export function openEntry(
  session: { id: string; title: string; starts_at: string; duration_minutes: number },
  now: string,
): string {
  const calendar = ical({ prodId: { company: 'Open School', product: 'Webinars' } })
  const start = new Date(session.starts_at)
  const end = new Date(start.getTime() + session.duration_minutes * 60_000)
  calendar.createEvent({
    ...{ id: session.id, stamp: new Date(now), start, end, timezone: null, summary: session.title },
  })
  return calendar.toString()
}
