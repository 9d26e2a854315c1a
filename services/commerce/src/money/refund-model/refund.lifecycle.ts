// A refund through a provider is pending until its outcome is known; money that was given back outside is recorded as
// succeeded.
import { lifecycle } from '@lms/contract'

export const refundLifecycle = lifecycle(
  {
    pending: { succeed: 'succeeded', fail: 'failed' },
    succeeded: {},
    failed: { succeed: 'succeeded' },
  },
  { begins: ['pending', 'succeeded'] },
)
