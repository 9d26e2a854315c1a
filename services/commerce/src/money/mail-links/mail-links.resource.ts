import { formatTime } from '@lms/contract'
import { downloadPath } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { siteUrlOf } from '../../settings/site-url.ts'
import { addressOf } from '../payment-pages/link.ts'
import { claimsOfOrder, type Payable } from '../payment-pages/page.rules.ts'
import type { ReceiptRow } from '../receipts/receipt.store.ts'
import { mailLinks } from './mail-links.contract.ts'

/** For so long the links of a mail lead to what it is about. */
const daysValid = 90

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
    const expires_at = formatTime(new Date(Date.parse(ctx.now) + daysValid * 86_400_000))
    const pdfOf = ({ id }: ReceiptRow) =>
      `${siteUrl}${downloadPath(ctx.runtime.vault, { school: ctx.work.school, id, expires_at })}`
    // An order that waits for its money has a term of its own.
    const pageOf = (order: Payable) =>
      addressOf(
        claimsOfOrder(order, order.status === 'waiting_payment' ? undefined : expires_at, ctx.now),
        siteUrl,
        ctx,
      )
    const byItself = new Set<string>(
      rows.filter(({ subscription_id, as_gift }) => subscription_id === null && !as_gift).map(({ id }) => id),
    )
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
      receipts: requestedReceipts.map(receipt => ({
        id: receipt.id,
        url: pdfOf(receipt),
        is_of_purchase: byItself.has(receipt.order_id) && completing.get(receipt.order_id)?.id === receipt.id,
      })),
    }
  },
})

export const mailLinksResource = builder.resource({ handlers: [mailLinkHandlers] })
