// An export is built, or fails; either way a new one can be ordered, which is another object.
import { lifecycle } from '@lms/contract'

export const exportLifecycle = lifecycle({
  queued: { finish: 'ready', fail: 'failed' },
  ready: {},
  // Its task may be retried manually.
  failed: { finish: 'ready', fail: 'failed' },
})
