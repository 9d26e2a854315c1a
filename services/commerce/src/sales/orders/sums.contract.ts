// What people have paid for: the service of segments keeps a copy, and reads it anew after an event.
import { amount, currency, I, id, resource } from '@lms/contract'
import { z } from 'zod'

const most = 400

export const orderSums = resource({
  find: I('POST /internal/orders/sums', {
    summary: 'The sums that people have paid for orders, without what was returned and without tests',
    callers: ['crm'],
    permission: null,
    body: z.object({ ids: z.array(id('usr')).max(most) }),
    returns: z.object({
      sums: z.array(z.object({ user_id: id('usr'), currency: currency(), amount: amount('Paid and kept.') })),
    }),
  }),
})
