import { A, bodiesOf, C, event, G, id, L, M, refuse, resource } from '@lms/contract'
import { SessionAnswer, WebinarSession } from './session.object.ts'

export const refusals = refuse({
  webinar_unknown: {
    status: 422,
    when: 'webinar_id is not the id of a webinar of the school',
    message: 'webinar_id must be the id of a webinar of this school.',
  },
  video_not_set_up: {
    status: 422,
    when: 'video names a service that the settings of the school have not set up',
    message:
      'The settings of this school have no such service of video. Set it up first: PATCH /v1/settings.',
  },
  session_not_live: {
    status: 409,
    when: 'the session has not begun',
    message: 'This session has not begun. Start it first: POST …/start; or call it off: DELETE.',
  },
  session_live: {
    status: 409,
    when: 'the session is live',
    message: 'This session is live. Finish it first: POST …/finish.',
  },
  session_finished: {
    status: 409,
    when: 'the session is finished',
    message: 'This session is over. Schedule another one: POST /v1/webinar-sessions.',
  },
  session_canceled: {
    status: 409,
    when: 'the session is canceled',
    message: 'This session is canceled. Schedule another one: POST /v1/webinar-sessions.',
  },
  seats_taken: {
    status: 409,
    when: 'more people are registered than the session would have seats',
    message: 'More people are registered than this. Cancel registrations first, or send a larger number.',
  },
})

const related = ['webinar_id', 'webinar_session_id'] as const
export const sessionScheduled = event('webinar.session_scheduled', {
  when: 'a session was scheduled, moved or called off; see its status',
  object: WebinarSession,
  related,
  changes: true,
})
export const sessionStarted = event('webinar.session_started', {
  when: 'a session went live',
  object: WebinarSession,
  related,
  example: { status: 'live', started_at: '2026-11-21T09:30:00.000+00:00' },
})
export const sessionFinished = event('webinar.session_finished', {
  when: 'a session ended; its recording may follow',
  object: WebinarSession,
  related,
  example: { status: 'finished', finished_at: '2026-11-21T10:30:00.000+00:00' },
})

const bodies = bodiesOf(WebinarSession, {
  readOnly: [
    'status',
    'video_status',
    'auto',
    'registered_count',
    'started_at',
    'finished_at',
    'canceled_at',
  ],
  immutable: ['webinar_id'],
  defaults: {
    duration_minutes: 60,
    host: '',
    video: 'link',
    recorded: true,
    chat: { open: true, moderated: false, slow_seconds: 0 },
  },
})

const [read, write] = ['webinar-sessions:read', 'webinar-sessions:write'] as const
export const webinarSessions = resource({
  list: L('GET /v1/webinar-sessions', {
    summary: 'List sessions of webinars',
    permission: read,
    publishable: true,
    returns: SessionAnswer,
    list: { filters: {}, sorts: ['created_at', 'updated_at', 'starts_at'], defaultSort: '-starts_at' },
  }),
  create: C('POST /v1/webinar-sessions', {
    summary: 'Schedule a session',
    permission: write,
    body: bodies.create,
    example: { webinar_id: 'wbn_01h455vb4pex5vsknk084sn02q', starts_at: '2027-01-15T18:00:00.000+01:00' },
    returns: SessionAnswer,
    bound: 'event',
    refuses: [refusals.webinar_unknown, refusals.video_not_set_up],
    emits: [sessionScheduled],
  }),
  get: G('GET /v1/webinar-sessions/{id}', {
    summary: 'Get a session',
    permission: read,
    publishable: true,
    returns: SessionAnswer,
  }),
  update: M('PATCH /v1/webinar-sessions/{id}', {
    summary: 'Change a session, or move one that has not begun',
    permission: write,
    body: bodies.change,
    example: { starts_at: '2027-01-22T18:00:00.000+01:00' },
    returns: SessionAnswer,
    refuses: [
      refusals.session_live,
      refusals.session_finished,
      refusals.session_canceled,
      refusals.seats_taken,
      refusals.video_not_set_up,
    ],
    emits: [sessionScheduled],
  }),
  cancel: M('DELETE /v1/webinar-sessions/{id}', {
    summary: 'Cancel a session that has not begun; its registrations are kept',
    permission: write,
    path: { id: id('wbs') },
    returns: SessionAnswer,
    refuses: [refusals.session_live, refusals.session_finished, refusals.session_canceled],
    emits: [sessionScheduled],
  }),
  start: A('POST /v1/webinar-sessions/{id}/start', {
    summary: 'Start a session; it is then live',
    permission: write,
    returns: SessionAnswer,
    bound: null,
    refuses: [refusals.session_live, refusals.session_finished, refusals.session_canceled],
    emits: [sessionStarted],
  }),
  finish: A('POST /v1/webinar-sessions/{id}/finish', {
    summary: 'End a live session; a recording appears when it is ready',
    permission: write,
    returns: SessionAnswer,
    bound: null,
    refuses: [refusals.session_not_live, refusals.session_finished, refusals.session_canceled],
    emits: [sessionFinished],
  }),
})
