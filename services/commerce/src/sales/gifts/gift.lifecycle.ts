// All moves of a gift. A money certificate is redeemed when nothing of it is left; a refund of what it paid revives it.
// A refund of the order that bought it takes it back, also from those who have redeemed it.
import { lifecycle } from '@lms/contract'

export const giftLifecycle = lifecycle({
  active: { redeem: 'redeemed', cancel: 'canceled' },
  redeemed: { revive: 'active', cancel: 'canceled' },
  canceled: {},
})
