// An export waits for others of its school, runs, and ends. The file of a finished one goes when its link expires.
import { lifecycle } from '@lms/contract'

export const exportLifecycle = lifecycle({
  queued: { begin: 'running', fail: 'failed' },
  running: { finish: 'finished', fail: 'failed' },
  finished: { expire: 'expired' },
  failed: {},
  expired: {},
})
