// All moves of a delivery. `fail` follows the seventh attempt, the first of a manual delivery, or the deletion of the
// subscription.
import { lifecycle } from '@lms/contract'

export const deliveryLifecycle = lifecycle({
  pending: { deliver: 'delivered', retry: 'waiting_retry', fail: 'failed' },
  waiting_retry: { deliver: 'delivered', retry: 'waiting_retry', fail: 'failed' },
  delivered: {},
  failed: {},
})
