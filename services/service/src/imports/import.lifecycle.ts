import { lifecycle } from '@lms/contract'

export const importLifecycle = lifecycle({
  queued: { begin: 'running', fail: 'failed' },
  running: { finish: 'done', fail: 'failed' },
  done: {},
  failed: {},
})
