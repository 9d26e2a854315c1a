// Where the mails about orders and receipts lead: each link does what its mail promises.
import { I, id, resource } from '@lms/contract'
import { z } from 'zod'

/** Orders, and receipts, of one question. */
export const maxAsked = 200

const OrderLinks = z.object({
  id: id('ord'),
  test: z
    .boolean()
    .describe('Whether no money moves: the school only tries out its sales, or the test provider paid.'),
  page_url: z
    .string()
    .describe('The page of the order: to pay it, and afterwards to see that it is paid, and to go on.'),
  learn_url: z.string().nullable().describe('Where buyers of the school go on; null for nowhere.'),
  receipt_url: z
    .string()
    .nullable()
    .describe(
      'The PDF of the receipt of the payment that completed the order, once it is issued; null where there is to be none.',
    ),
})
export type OrderLinks = z.infer<typeof OrderLinks>

const ReceiptLinks = z.object({
  id: id('rcp'),
  url: z.string().describe('The PDF.'),
  is_of_purchase: z.boolean().describe('Whether the mail about the paid order leads to it already.'),
  is_of_gift: z.boolean().describe('Whether the mail about gifts that were bought leads to it already.'),
})
export type ReceiptLinks = z.infer<typeof ReceiptLinks>

export const mailLinks = resource({
  read: I('POST /internal/mail-links/read', {
    summary: 'The links of mails about orders and receipts; those that do not exist are left out',
    callers: ['crm'],
    permission: null,
    body: z.object({
      order_ids: z.array(id('ord')).max(maxAsked),
      receipt_ids: z.array(id('rcp')).max(maxAsked),
    }),
    returns: z.object({ orders: z.array(OrderLinks), receipts: z.array(ReceiptLinks) }),
  }),
})
