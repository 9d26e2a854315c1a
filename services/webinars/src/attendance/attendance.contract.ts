import { event, I, id, L, oneOf, resource, stamps, timestamp } from '@lms/contract'
import { z } from 'zod'

/** Maximum live seconds of one person in a session: a week. */
export const maxSeconds = 604_800

export const WebinarAttendance = z.object({
  id: id('wba'),
  session_id: id('wbs'),
  webinar_id: id('wbn'),
  user_id: id('usr'),
  kind: oneOf(['live', 'auto']).describe('auto: the session was one of an auto-webinar.'),
  live_seconds: z
    .int32()
    .min(0)
    .max(maxSeconds)
    .describe('The presence while the session was live. It says nothing of the recording.'),
  recording_percent: z
    .int32()
    .min(0)
    .max(100)
    .describe(
      'The share of the recording that was watched, each part counted once. Never added to the live presence.',
    ),
  joined_at: timestamp().nullable().describe('The first presence; null where only a sum is known.'),
  left_at: timestamp().nullable().describe('When the person last left; null while they are there.'),
  ...stamps,
})
export type WebinarAttendance = z.infer<typeof WebinarAttendance>

export const webinarAttended = event('webinar.attended', {
  when: 'the presence of a person was fixed after the finish or by an import, or what they watched of the recording has passed 50, 90 or 100 percent',
  object: WebinarAttendance,
  related: ['user_id', 'webinar_id', 'session_id', 'webinar_attendance_id'],
  example: { live_seconds: 3300 },
})

export const webinarAttendance = resource({
  list: L('GET /v1/webinar-attendance', {
    summary:
      'List attendance and watched recordings; students see their own, curators those of the members of their groups',
    permission: 'webinar-attendance:read',
    returns: WebinarAttendance,
    list: {
      filters: { live_seconds: { kind: 'integer' }, recording_percent: { kind: 'integer' } },
      sorts: ['created_at', 'updated_at'],
    },
  }),
})

/** For the conditions of other services, which rely on live presence or on the recording, each by itself. */
export const attendances = resource({
  list: I('POST /internal/webinar-attendance', {
    summary: 'Who attended the sessions of a webinar, a page of them',
    callers: ['learning'],
    permission: null,
    body: z.object({ webinar_id: id('wbn'), after: id('wba').nullable() }),
    returns: z.object({
      attendance: z.array(
        WebinarAttendance.pick({
          user_id: true,
          session_id: true,
          kind: true,
          live_seconds: true,
          recording_percent: true,
        }).extend({ at: timestamp() }),
      ),
      next: id('wba').nullable().describe('Null after the last page.'),
    }),
  }),
  of: I('POST /internal/attendance', {
    summary: 'The attendance of a person at webinars: at most 200, the newest first',
    callers: ['learning', 'scenarios'],
    permission: null,
    body: z.object({ user_id: id('usr'), webinar_ids: z.array(id('wbn')).max(100) }),
    returns: z.object({
      attendance: z.array(
        WebinarAttendance.pick({
          session_id: true,
          webinar_id: true,
          kind: true,
          live_seconds: true,
          recording_percent: true,
        }),
      ),
    }),
  }),
})
