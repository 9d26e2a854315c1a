// The pages of providers on which a person could pay what is no longer due.
import { enqueueSelected, type Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { dueOf } from '../../objects/balance.ts'
import type { OrderRow } from '../../sales/order-model/order.store.ts'
import type { Consequence } from '../consequences/consequence.ts'
import { closePage } from './charge.task.ts'

/** Maximum open pages of an order that are closed at once; they are the newest. */
const maxPages = 100

/** Hours for which a page may take another card after one that was declined: Stripe's is open for 24. */
const openHours = 25

/**
 * Enqueues the closing of an order's open pages that ask for more than is due. It reads nothing. A page on which a card was
 * declined is still open, though its payment has failed.
 */
export function closePages({ work, now }: Pick<Work, 'work' | 'now'>, order: OrderRow): void {
  enqueueSelected(work, closePage, {
    sql: `select t.id, json_build_object('payment_id', t.id, 'order_id', t.order_id)::text
      from commerce.payments t where t.school_id = $ and t.order_id = $ and t.amount > $::bigint
        and (t.status = 'pending' and t.redirect_url is not null
          or t.status = 'failed' and t.payment_method_id is null and t.provider_reference is not null
            and t.created_at > $::timestamptz - interval '${openHours} hours')
      order by t.id desc limit ${maxPages}`,
    values: [work.school, order.id, String(dueOf(order)), now],
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
