// The pages of providers on which a person could pay what is no longer due.
import { enqueueSelected, type Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { dueOf } from '../../objects/balance.ts'
import type { OrderRow } from '../../sales/order-model/order.store.ts'
import type { Consequence } from '../consequences/consequence.ts'
import { closePage } from './charge.task.ts'

/** Maximum open pages of an order that are closed at once; they are the newest. */
const maxPages = 100

/** Enqueues the closing of an order's open pages that ask for more than is due. It reads nothing. */
export function closePages({ work }: Pick<Work, 'work'>, order: OrderRow): void {
  enqueueSelected(work, closePage, {
    sql: `select t.id, json_build_object('payment_id', t.id, 'order_id', t.order_id)::text
      from commerce.payments t where t.school_id = $ and t.order_id = $ and t.status = 'pending'
        and t.redirect_url is not null and t.amount > $::bigint order by t.id desc limit ${maxPages}`,
    values: [work.school, order.id, String(dueOf(order))],
  })
}

/** Whatever lessens what is due closes them. */
export const openPages: Consequence<Stores> = {
  paid: async ({ order, payment }, ctx) => {
    if (payment.amount > 0) closePages(ctx, order)
  },
  closed: async (order, _how, ctx) => closePages(ctx, order),
  reversed: async ({ order }, ctx) => closePages(ctx, order),
}
