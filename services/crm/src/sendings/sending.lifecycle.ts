import { lifecycle } from '@lms/contract'

/** A mailing or a campaign is written, started once, and then sent to its end or stopped; meanwhile it can pause. Until its time comes it can be a draft again. */
export const sendingLifecycle = lifecycle({
  draft: { schedule: 'scheduled', start: 'running' },
  scheduled: { start: 'running', stop: 'stopped', unschedule: 'draft' },
  running: { finish: 'finished', stop: 'stopped', pause: 'paused' },
  paused: { resume: 'running', stop: 'stopped' },
  finished: {},
  stopped: {},
})

/** No move emits an event: the end of mailings and campaigns is told in a form that they share. */
export const withoutEvents = {
  schedule: null,
  start: null,
  finish: null,
  stop: null,
  unschedule: null,
  pause: null,
  resume: null,
} as const
