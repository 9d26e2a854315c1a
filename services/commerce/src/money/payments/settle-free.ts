// An order that costs nothing waits for nobody.
import { newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { isOpen } from '../../objects/balance.ts'
import type { OrderRow } from '../../sales/order-model/order.store.ts'
import { completingPayment } from './payment.rules.ts'
import { receiveMoney } from './receive.ts'

/**
 * Pays an order of 0 by a payment of 0; any other order stays as it is. Each door calls it that makes an order, or changes
 * what one costs. The order is new or locked.
 */
export async function settleFree(ctx: Work, stores: Stores, order: OrderRow): Promise<OrderRow> {
  if (order.amount > 0 || !isOpen(order)) return order
  const payment = completingPayment(order, newId('pay'), ctx.now, ctx.now)
  return (await receiveMoney(ctx, stores, { order, payment })).order
}
