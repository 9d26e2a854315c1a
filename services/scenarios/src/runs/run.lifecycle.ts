import { lifecycle } from '@lms/contract'

/** A run is active while it acts, waiting while it waits for a time or an event. Its end is final. */
export const runLifecycle = lifecycle({
  active: { wait: 'waiting', finish: 'finished', close: 'closed', fail: 'failed' },
  waiting: { wake: 'active', finish: 'finished', close: 'closed', fail: 'failed' },
  finished: {},
  closed: {},
  failed: {},
})
