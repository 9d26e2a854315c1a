import { lifecycle } from '@lms/contract'

/** A mailing or a campaign is written, started once, and then sent to its end or stopped. */
export const sendingLifecycle = lifecycle({
  draft: { schedule: 'scheduled', start: 'sending' },
  scheduled: { start: 'sending', stop: 'stopped' },
  sending: { finish: 'sent', stop: 'stopped' },
  sent: {},
  stopped: {},
})
