// An export waits for others of its school, runs, and ends. The file of a ready one goes when its link expires.
import { lifecycle } from '@lms/contract'

export const exportLifecycle = lifecycle({
  queued: { begin: 'running', fail: 'failed' },
  running: { finish: 'ready', fail: 'failed' },
  ready: { expire: 'expired' },
  failed: {},
  expired: {},
})
