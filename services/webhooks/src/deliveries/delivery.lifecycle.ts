// Every move of a delivery. `fail` comes after the seventh attempt, of a manual one after the first, or when its
// subscription is deleted.
import { lifecycle } from '@lms/contract'

export const deliveryLifecycle = lifecycle({
  pending: { deliver: 'delivered', retry: 'waiting_retry', fail: 'failed' },
  waiting_retry: { deliver: 'delivered', retry: 'waiting_retry', fail: 'failed' },
  delivered: {},
  failed: {},
})
