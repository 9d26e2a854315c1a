import { lifecycle } from '@lms/contract'

export const importLifecycle = lifecycle({
  queued: { begin: 'running', fail: 'failed' },
  running: { finish: 'finished', fail: 'failed' },
  finished: {},
  failed: {},
})
