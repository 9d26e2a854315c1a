// A payment is noted when the money has come, and stays so.
import { lifecycle } from '@lms/contract'

export const paymentLifecycle = lifecycle({
  succeeded: {},
})
