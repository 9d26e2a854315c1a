// An export is built, or fails; either way a new one can be ordered, which is another object.
import { lifecycle } from '@lms/contract'

export const exportLifecycle = lifecycle({
  queued: { finish: 'finished', fail: 'failed' },
  finished: {},
  // Its task may be retried manually.
  failed: { finish: 'finished', fail: 'failed' },
})
