// What people bought in another program, slice by slice: for the service that reads the file.
import { I, ImportedSale, id, resource } from '@lms/contract'
import { z } from 'zod'
import { orderCreated, orderPaid, orderRefunded } from '../objects/order-events.ts'
import { paymentRefunded, paymentSucceeded } from '../objects/payment.object.ts'
import { subscriptionStarted } from '../objects/subscription.object.ts'

/** Characters of a name; a longer text names no offer. */
export const longestName = 300
/** Rows of which each has a subscription: all are read at the provider before the answer, at the same time. */
export const maxSubscriptionRows = 20
const row = z.int32().min(1)

export const saleImports = resource({
  offers: I('POST /internal/sale-imports/offers', {
    summary: 'Offers by their ids or names, whatever the case of these',
    callers: ['service'],
    permission: null,
    body: z.object({ names: z.array(z.string().max(65_536)).min(1).max(500) }),
    returns: z.object({
      offers: z
        .array(z.object({ ids: z.array(id('off')).max(2).describe('Two where several have the name.') }))
        .describe('In the order of the names.'),
    }),
  }),
  take: I('POST /internal/sale-imports/rows', {
    summary: 'Enter past orders and running subscriptions by rows of a file; nobody is charged',
    callers: ['service'],
    permission: null,
    body: z.object({
      import_id: id('imp'),
      dry_run: z.boolean(),
      sales: z
        .array(ImportedSale)
        .min(1)
        .max(500)
        .describe(`At most ${maxSubscriptionRows} of them with a subscription.`),
    }),
    returns: z.object({
      orders: z.int().describe('Rows whose past order is here now.'),
      subscriptions: z.int().describe('Rows whose subscription is here now.'),
      warnings: z.array(z.object({ row, field: z.string(), message: z.string() })),
    }),
    emits: [orderCreated, paymentSucceeded, orderPaid, paymentRefunded, orderRefunded, subscriptionStarted],
  }),
})
