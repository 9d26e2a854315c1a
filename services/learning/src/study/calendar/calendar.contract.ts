// What awaits a person, as a list or for calendar programs.
import { filter, I, id, L, oneOf, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'

/** The media type of iCalendar (RFC 5545). */
export const calendarType = 'text/calendar'

export const calendarKinds = ['opening', 'deadline', 'course_deadline', 'webinar'] as const

export const CalendarItem = z.object({
  id: z
    .string()
    .max(80)
    .regex(/^[a-z_]+\.[0-9a-z_.]+$/)
    .describe('The same for the same occasion, also when its time changes.')
    .meta({
      examples: ['deadline.enr_01h455vb4pex5vsknk084sn02q.les_01h455vb4pex5vsknk084sn02q'],
    }),
  user_id: id('usr'),
  kind: oneOf(calendarKinds).describe(
    'opening: a lesson opens. deadline: a lesson is to be completed, and is not. course_deadline: the same of a course. webinar: a session for which the person is registered.',
  ),
  title: text(200).describe('The title of the lesson, course or webinar.'),
  starts_at: timestamp().describe('When the entry begins.'),
  ends_at: timestamp().nullable().describe('When the entry ends; null for a moment in time.'),
  course_id: id('crs').nullable(),
  lesson_id: id('les').nullable(),
  session_id: id('wbs').nullable(),
  url: text(2000)
    .nullable()
    .describe('The personal entry to a webinar; null for others than its participant.'),
  feed_url: text(2000)
    .nullable()
    .describe(
      'The whole calendar for calendar programs, valid without a credential; null for others than the person.',
    ),
})
export type CalendarItem = z.infer<typeof CalendarItem>

export const calendar = resource({
  list: L('GET /v1/calendar', {
    summary:
      'List the upcoming dates of a person, by default of the caller; as iCalendar with `Accept: text/calendar`',
    permission: 'calendar:read',
    returns: CalendarItem,
    documents: [calendarType],
    list: {
      bare: true,
      filters: {
        user_id: filter.id('usr'),
        course_id: filter.id('crs'),
        kind: filter.state(calendarKinds),
        starts_at: filter.time,
      },
      sorts: [],
    },
  }),
})

/** The gateway's call for {site_url}/calendar/{token}.ics. */
export const calendarFeeds = resource({
  read: I('POST /internal/calendars', {
    summary: 'The calendar of a feed',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token: text(100, 1) }),
    returns: z.object({ content: z.string() }),
  }),
})
