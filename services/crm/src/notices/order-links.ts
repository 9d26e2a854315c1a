// Where messages about orders, receipts and charges lead, as the commerce service says it. Calls only.
import { mailLinks, maxMailLinks, type OrderLinks, type ReceiptLinks } from '@lms/commerce/contract'
import type { SchoolRuntime } from '@lms/service-host'

/** The variables of a text; empty where there is no such link. `test` says that no money moves. */
export interface LinkValues extends Record<string, string> {
  page_url: string
  learn_url: string
  receipt_url: string
  test: string
}

/** What is read of an event. */
interface ObjectEvent {
  readonly data: { readonly object: Readonly<Record<string, unknown>> }
}

interface At {
  runtime: Pick<SchoolRuntime, 'client'>
  school: string
  requestId: string
}

/** The links of an event, and the mail that leads to its receipt; null for an event about something else. */
export type LinksOf = (
  event: ObjectEvent,
) => ({ values: LinkValues } & Pick<ReceiptLinks, 'is_of_purchase' | 'is_of_gift'>) | null

/** The order that an event is about: its own, that of the receipt, or the unpaid one that renews a subscription. */
function orderOf({ data: { object } }: ObjectEvent): string | null {
  const id = isOf(object.id, 'ord')
    ? object.id
    : isOf(object.id, 'rcp')
      ? object.order_id
      : isOf(object.id, 'sbs')
        ? object.open_order_id
        : null
  return typeof id === 'string' ? id : null
}

const receiptOf = ({ data: { object } }: ObjectEvent): string | null =>
  isOf(object.id, 'rcp') ? object.id : null

const isOf = (id: unknown, prefix: string): id is string =>
  typeof id === 'string' && id.startsWith(`${prefix}_`)

/** Reads the links of the events of a batch. */
export async function readOrderLinks(events: readonly ObjectEvent[], ctx: At): Promise<LinksOf> {
  const orderIds = [...new Set(events.flatMap(event => orderOf(event) ?? []))]
  const receiptIds = [...new Set(events.flatMap(event => receiptOf(event) ?? []))]
  const orders = new Map<string, OrderLinks>()
  const receipts = new Map<string, ReceiptLinks>()
  const most = Math.max(orderIds.length, receiptIds.length)
  for (let from = 0; from < most; from += maxMailLinks) {
    const part = (ids: readonly string[]) => ids.slice(from, from + maxMailLinks) as never
    const answer = await ctx.runtime
      .client('commerce', { mailLinks }, ctx)
      .mailLinks.read({ body: { order_ids: part(orderIds), receipt_ids: part(receiptIds) } })
    for (const order of answer.orders) orders.set(order.id, order)
    for (const receipt of answer.receipts) receipts.set(receipt.id, receipt)
  }
  return event => {
    const order = orders.get(orderOf(event) ?? '')
    const receipt = receipts.get(receiptOf(event) ?? '')
    if (!order && !receipt) return null
    return {
      values: {
        page_url: order?.page_url ?? '',
        learn_url: order?.learn_url ?? '',
        receipt_url: receipt?.url ?? order?.receipt_url ?? '',
        test: order?.test ? 'true' : '',
      },
      is_of_purchase: receipt?.is_of_purchase ?? false,
      is_of_gift: receipt?.is_of_gift ?? false,
    }
  }
}

/** Of an event about no order. */
export const noLinks: LinkValues = { page_url: '', learn_url: '', receipt_url: '', test: '' }
