// Who has bought an offer: the learning service asks once a rule of a lesson begins to name it, and hears of later orders
// by events.
import { I, id, resource, timestamp } from '@lms/contract'
import { z } from 'zod'

/** Orders of one page. */
export const offerOrdersPage = 1000

export const offerOrders = resource({
  list: I('POST /internal/offers/orders', {
    summary: 'Paid orders of an offer, without gifts for others',
    callers: ['learning'],
    permission: null,
    body: z.object({ offer_id: id('off'), after: id('ord').nullable() }),
    returns: z.object({
      orders: z
        .array(z.object({ order_id: id('ord'), user_id: id('usr'), paid_at: timestamp() }))
        .max(offerOrdersPage),
      next: id('ord').nullable(),
    }),
  }),
})
