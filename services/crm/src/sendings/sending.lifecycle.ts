import { lifecycle } from '@lms/contract'

/** A mailing or a campaign is written, started once, and then sent to its end or stopped. Until its time comes it can be a draft again. */
export const sendingLifecycle = lifecycle({
  draft: { schedule: 'scheduled', start: 'sending' },
  scheduled: { start: 'sending', stop: 'stopped', unschedule: 'draft' },
  sending: { finish: 'sent', stop: 'stopped' },
  sent: {},
  stopped: {},
})
