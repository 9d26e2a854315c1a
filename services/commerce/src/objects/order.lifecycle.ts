// All moves of an order. An expired order is as unpaid as a waiting one: both can be paid or canceled.
import { lifecycle } from '@lms/contract'

export const orderLifecycle = lifecycle({
  waiting_payment: { pay: 'paid', cancel: 'canceled', expire: 'expired' },
  expired: { pay: 'paid', cancel: 'canceled' },
  paid: { refund: 'refunded' },
  canceled: {},
  refunded: {},
})
