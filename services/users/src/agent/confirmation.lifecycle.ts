// A proposal of the agent waits for a person. What is running may have had its effect, so nothing leads back.
import { lifecycle } from '@lms/contract'

export const confirmationLifecycle = lifecycle({
  pending: { accept: 'running', decline: 'declined', expire: 'expired' },
  running: { finish: 'finished', fail: 'failed' },
  finished: {},
  failed: {},
  declined: {},
  expired: {},
})
