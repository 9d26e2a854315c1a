import { event, G, id, lifecycle, M, refuse, resource, stamps, statusOf, timestamp } from '@lms/contract'
import { z } from 'zod'
import { sentWebAddress, webAddress } from '../links/web-address.ts'

export const recordingLifecycle = lifecycle({
  none: { process: 'processing', attach: 'ready' },
  processing: { attach: 'ready', fail: 'failed' },
  failed: { attach: 'ready' },
  ready: {},
})

export const Recording = z.object({
  id: id('wbs').describe('The session.'),
  status: statusOf(recordingLifecycle).describe(
    'processing: the session is over, and its recording is awaited. failed: none came within seven days.',
  ),
  url: webAddress().nullable().describe('Where it is watched; null until it is ready.'),
  duration_seconds: z
    .int32()
    .min(1)
    .max(604_800)
    .nullable()
    .describe('How long the recording plays, in seconds; null if that is not known.'),
  ready_at: timestamp().nullable().describe('When a recording was first attached.'),
  ...stamps,
})
export type Recording = z.infer<typeof Recording>

export const refusals = refuse({
  session_called_off: {
    status: 409,
    when: 'the session is canceled',
    message: 'This session was called off, and has no recording. Attach it to the session that took place.',
  },
})

export const recordingReady = event('webinar.recording_ready', {
  when: 'the recording of a session became ready, for the first time',
  object: Recording,
  related: ['webinar_session_id'],
  example: { status: 'ready', url: 'https://video.example/watercolour' },
})

export const recordings = resource({
  get: G('GET /v1/webinar-sessions/{id}/recording', {
    summary: 'Get the recording of a session; students see those of sessions for which they are registered',
    permission: 'webinar-sessions:read',
    returns: Recording,
  }),
  attach: M('PUT /v1/webinar-sessions/{id}/recording', {
    summary: 'Attach a recording that is kept elsewhere, or replace it',
    permission: 'webinar-sessions:write',
    body: z.strictObject({
      url: sentWebAddress().describe(
        'The address of the recording, which people open or which the page embeds.',
      ),
      duration_seconds: Recording.shape.duration_seconds.default(null),
    }),
    example: { url: 'https://video.example/watercolour', duration_seconds: 3600 },
    returns: Recording,
    refuses: [refusals.session_called_off],
    emits: [recordingReady],
  }),
})
