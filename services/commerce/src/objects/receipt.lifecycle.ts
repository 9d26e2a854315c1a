// A receipt is pending until it has its number, and the answer of the fiscal service if the law wants one. A failed one
// is sent again by hand; a retry of its task issues it as well.
import { lifecycle } from '@lms/contract'

export const receiptLifecycle = lifecycle({
  pending: { issue: 'issued', fail: 'failed' },
  failed: { retry: 'pending', issue: 'issued' },
  issued: {},
})
