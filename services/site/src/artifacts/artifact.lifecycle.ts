import { lifecycle } from '@lms/contract'

export const artifactLifecycle = lifecycle({
  storing: { finish: 'stored', fail: 'failed' },
  stored: {},
  // Its task may be retried manually.
  failed: { finish: 'stored', fail: 'failed' },
})
