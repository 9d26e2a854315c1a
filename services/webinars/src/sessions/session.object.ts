import { id, stamps, statusOf, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { webAddress } from '../links/web-address.ts'
import { sessionLifecycle } from './session.lifecycle.ts'

/** Maximum seats of a session, and so people in its room. */
export const mostSeats = 100_000

export const WebinarSession = z.object({
  id: id('wbs'),
  webinar_id: id('wbn'),
  status: statusOf(sessionLifecycle),
  starts_at: timestamp().describe('When it is announced to begin; `started_at` says when it did.'),
  duration_minutes: z.int32().min(1).max(1440),
  host: text(200).describe('Who leads this session; empty for the host of the webinar.'),
  join_url: webAddress()
    .nullable()
    .describe(
      'Where the video takes place. Participants are led there by their personal entry, so students and publishable keys read null.',
    ),
  seats: z
    .int32()
    .min(1)
    .max(mostSeats)
    .nullable()
    .describe('Maximum registrations; null for no limit of its own.'),
  registered_count: z.int32().min(0).describe('Registrations that are not canceled.'),
  chat: z
    .object({
      open: z.boolean().describe('Whether participants can write while the session is live.'),
      moderated: z.boolean().describe('Whether what they write waits for approval.'),
      slow_seconds: z.int32().min(0).max(3600).describe('The pause between two messages of one participant.'),
    })
    .describe('Replaced as a whole.'),
  auto: z
    .boolean()
    .describe('Whether the rule of an auto-webinar made it, so that it begins and ends by itself.'),
  recorded: z
    .boolean()
    .describe('Whether a recording follows the finish: it is then processing until it is attached.'),
  started_at: timestamp().nullable(),
  finished_at: timestamp().nullable(),
  canceled_at: timestamp().nullable(),
  ...stamps,
})
export type WebinarSession = z.infer<typeof WebinarSession>
