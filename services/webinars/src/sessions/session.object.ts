import { id, oneOf, stamps, statusOf, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { webAddress } from '../links/web-address.ts'
import { videoKinds } from '../video/provider/provider.ts'
import { sessionLifecycle } from './session.lifecycle.ts'

/** Maximum seats of a session, and so people in its room. */
export const maxSeats = 100_000

export const WebinarSession = z.object({
  id: id('wbs'),
  webinar_id: id('wbn'),
  status: statusOf(sessionLifecycle).describe(
    'A session is `live` once it has been started, by hand or of an auto-webinar by the clock, until it is finished.',
  ),
  starts_at: timestamp().describe('When it is announced to begin; `started_at` says when it did.'),
  duration_minutes: z.int32().min(1).max(1440).describe('How long it is announced to last, in minutes.'),
  host: text(200).describe('Who leads this session; empty for the host of the webinar.'),
  video: oneOf(videoKinds).describe(
    'Who gives the room of the video: link for the address in join_url, else the service in the settings of the school. It can be changed until the session ends.',
  ),
  video_status: oneOf(['none', 'preparing', 'open', 'failed', 'closed']).describe(
    'The room at the service of video, which is made when the session begins. none for a link. failed: the service has not made it; that is tried for some hours more. Change video to try again at once, or to go elsewhere.',
  ),
  join_url: webAddress()
    .nullable()
    .describe(
      'Where the video of a link takes place. Participants are led there by their personal entry, so students and publishable keys read null.',
    ),
  seats: z
    .int32()
    .min(1)
    .max(maxSeats)
    .nullable()
    .describe('Maximum registrations; null for no limit of its own.'),
  registered_count: z.int32().min(0).describe('Registrations that are not canceled.'),
  chat: z
    .object({
      open: z.boolean().describe('Whether participants can write while the session is live.'),
      moderated: z.boolean().describe('Whether what they write waits for approval.'),
      slow_seconds: z.int32().min(0).max(3600).describe('The pause between two messages of one participant.'),
    })
    .describe('The settings of the chat; a change replaces all of them.'),
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

/** A session as the API shows it: events tell no entry. */
export const SessionAnswer = WebinarSession.extend({
  registered_count: WebinarSession.shape.registered_count
    .nullable()
    .describe(
      'Registrations that are not canceled. A publishable key reads null: the count would tell it who is registered already.',
    ),
  host_path: text(200)
    .nullable()
    .describe(
      'The entry of whoever leads the video, behind the address of the school. Whoever has it leads. Null once the session is over, and for callers without webinar-sessions:write.',
    )
    .meta({ examples: ['/rooms/wbs_01h455vb4pex5vsknk084sn02q.TtKqz1yIQZbyXsPvFxQ8AqZTtKqz1yIQ?video'] }),
})
export type SessionAnswer = z.infer<typeof SessionAnswer>
