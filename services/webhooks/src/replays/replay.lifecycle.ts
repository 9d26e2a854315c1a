// A replay is worked off in steps: by the last one it is done, and after too many failures it is given up.
import { lifecycle } from '@lms/contract'

export const replayLifecycle = lifecycle({
  queued: { step: 'running', end: 'done', fail: 'failed' },
  running: { step: 'running', end: 'done', fail: 'failed' },
  done: {},
  failed: {},
})
