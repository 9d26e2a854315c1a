import { lifecycle } from '@lms/contract'

/** A bulk action takes its audience, then acts on it, part by part. */
export const bulkLifecycle = lifecycle({
  queued: { begin: 'running', fail: 'failed' },
  running: { finish: 'finished', fail: 'failed' },
  finished: {},
  failed: {},
})
