// The one way in which an unpaid order ends without its money.
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { OrderRow } from './order.store.ts'

const moves = {
  canceled: { move: 'cancel', time: 'canceled_at' },
  expired: { move: 'expire', time: 'expired_at' },
} as const

/** Cancels an unpaid order, or lets it expire; lock it before. Refuses an order that is paid or closed. */
export async function closeOrder(
  ctx: Work,
  stores: Stores,
  { order, how }: { order: OrderRow; how: keyof typeof moves },
): Promise<OrderRow> {
  const { move, time } = moves[how]
  const closed = stores.orders.move(order, move, { [time]: ctx.now })
  await stores.consequences.afterClosing(closed, how, ctx, stores)
  return closed
}
