// An export is built, or given up; either way a new one can be ordered, which is another.
import { lifecycle } from '@lms/contract'

export const exportLifecycle = lifecycle({
  queued: { finish: 'ready', fail: 'failed' },
  ready: {},
  // Its task may be retried by hand.
  failed: { finish: 'ready', fail: 'failed' },
})
