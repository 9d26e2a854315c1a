import { builder } from '../../builder.ts'
import { siteUrlOf } from '../../settings/site-url.ts'
import { addressOf } from '../payment-pages/link.ts'
import { claimsOfOrder, type Payable } from '../payment-pages/page.rules.ts'
import type { ReceiptRow } from '../receipts/receipt.store.ts'
import { mailLinks } from './mail-links.contract.ts'
import { endOfLinks, receiptLink } from './receipt-link.ts'

const mailLinkHandlers = builder.implement(mailLinks, {
  read: async ({ body, ...ctx }, { orders, receipts, settings }) => {
    const requestedReceipts = await receipts.many(body.receipt_ids)
    const ids = [...new Set([...body.order_ids, ...requestedReceipts.map(({ order_id }) => order_id)])]
    const [rows, lastReceipts, values, siteUrl] = await Promise.all([
      orders.many(ids),
      receipts.completing(ids),
      settings.get(),
      siteUrlOf(ctx),
    ])
    const completing = new Map<string, ReceiptRow>(lastReceipts.map(receipt => [receipt.order_id, receipt]))
    const expires_at = endOfLinks(ctx.now)
    const pdfOf = (receipt: ReceiptRow) => receiptLink(receipt, siteUrl, ctx)
    // An order that waits for its money has a term of its own.
    const pageOf = (order: Payable) =>
      addressOf(
        claimsOfOrder(order, order.status === 'waiting_payment' ? undefined : expires_at, ctx.now),
        siteUrl,
        ctx,
      )
    const byItself = new Map<string, Payable>(
      rows.flatMap(order => (order.subscription_id === null ? [[order.id, order]] : [])),
    )
    const completes = ({ id, order_id }: ReceiptRow) => completing.get(order_id)?.id === id
    return {
      orders: rows.map(order => {
        const receipt = completing.get(order.id)
        return {
          id: order.id,
          test: order.test || values.sales.mode === 'test',
          page_url: pageOf(order),
          learn_url: values.orders.learn_url,
          receipt_url: receipt ? pdfOf(receipt) : null,
        }
      }),
      receipts: requestedReceipts.map(receipt => {
        const asGift = completes(receipt) ? byItself.get(receipt.order_id)?.as_gift : undefined
        return {
          id: receipt.id,
          url: pdfOf(receipt),
          is_of_purchase: asGift === false,
          is_of_gift: asGift === true,
        }
      }),
    }
  },
})

export const mailLinksResource = builder.resource({ handlers: [mailLinkHandlers] })
