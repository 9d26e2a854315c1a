// A payment is recorded when the money was received, and never changes.
import { lifecycle } from '@lms/contract'

export const paymentLifecycle = lifecycle({
  succeeded: {},
})
