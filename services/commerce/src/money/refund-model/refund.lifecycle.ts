// A refund through a provider is pending until its outcome is known; money that was given back outside is recorded as
// succeeded. One that has succeeded fails when the bank of the person sends the money back.
import { lifecycle } from '@lms/contract'

export const refundLifecycle = lifecycle(
  {
    pending: { succeed: 'succeeded', fail: 'failed' },
    succeeded: { fail: 'failed' },
    failed: { succeed: 'succeeded' },
  },
  { begins: ['pending', 'succeeded'] },
)
