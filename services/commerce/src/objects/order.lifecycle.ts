// All moves of an order. An expired order is as unpaid as a waiting one: both can be paid or canceled. A refunded one is
// paid again only by the money of a dispute that was lost, and won in the end.
import { lifecycle } from '@lms/contract'

export const orderLifecycle = lifecycle({
  waiting_payment: { pay: 'paid', cancel: 'canceled', expire: 'expired' },
  expired: { pay: 'paid', cancel: 'canceled' },
  paid: { refund: 'refunded' },
  canceled: {},
  refunded: { restore: 'paid' },
})
