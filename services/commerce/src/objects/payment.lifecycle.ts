// A payment through a provider is pending until its outcome is known. A success that arrives after a failure counts:
// the money is there. Money that was received outside is recorded as succeeded.
import { lifecycle } from '@lms/contract'

export const paymentLifecycle = lifecycle(
  {
    pending: { succeed: 'succeeded', fail: 'failed' },
    succeeded: {},
    failed: { succeed: 'succeeded' },
  },
  { begins: ['pending', 'succeeded'] },
)
