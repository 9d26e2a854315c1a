import { I, id, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'

/** Maximum sessions of one answer. */
export const maxSessions = 200

/** The sessions of one person, for the calendar of the learning service. */
export const sessionCalendars = resource({
  of: I('POST /internal/session-calendars', {
    summary: 'The sessions of a person that end after a time, the earliest first: at most 200',
    callers: ['learning'],
    permission: null,
    body: z.object({ user_id: id('usr'), from: timestamp(), to: timestamp() }),
    returns: z.object({
      sessions: z
        .array(
          z.object({
            registration_id: id('wbr'),
            session_id: id('wbs'),
            title: text(200),
            starts_at: timestamp(),
            ends_at: timestamp(),
            entry_path: text(200).describe('The personal entry, behind the address of the school.'),
          }),
        )
        .max(maxSessions),
    }),
  }),
})
