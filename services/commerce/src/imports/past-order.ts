// Past orders as a record: with their own times, and without anything that follows from money.
import { type Id, newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { OfferRow } from '../catalog/offers/offer.store.ts'
import { receivedPayment } from '../money/payments/payment.rules.ts'
import type { PaymentRow } from '../money/payments/payment.store.ts'
import { consequencesOf, endsOrder, newRefund } from '../money/refund-model/refund.rules.ts'
import { orderCreated, orderRefunded } from '../objects/order-events.ts'
import { paymentRefunded, paymentSucceeded } from '../objects/payment.object.ts'
import { newOrderFor } from '../sales/order-model/order.rules.ts'
import type { OrderRow } from '../sales/order-model/order.store.ts'
import { pricedElsewhere } from '../sales/order-model/priced-elsewhere.ts'
import type { PastOrder } from './sale.rules.ts'

/** A past order, whose person is held. It gives nothing: accesses come with their own columns. */
export function enterPastOrder(
  ctx: Work,
  stores: Stores,
  past: PastOrder,
  { user_id, offer, number }: { user_id: Id<'usr'>; offer: Pick<OfferRow, 'id' | 'name'>; number: number },
): OrderRow {
  const { orders, payments } = stores
  const { amount, currency, ordered_at, paid_at } = past
  const priced = pricedElsewhere({ offer_id: offer.id, name: offer.name, amount, currency })
  const comment = past.number === null ? '' : `#${past.number}`
  const created = orders.insert(
    newOrderFor(priced, { id: newId('ord'), number, user_id, comment }, ordered_at),
  )
  ctx.emit(orderCreated, created)
  const payment = payments.insert(
    receivedPayment(
      created,
      {
        ...{ id: newId('pay'), amount, method: amount > 0 ? 'other' : 'none', paid_at },
        provider_reference: past.number,
      },
      paid_at,
    ),
  )
  ctx.emit(paymentSucceeded, payment)
  const related = { payment_id: payment.id }
  const paid = orders.move(created, 'pay', { paid_at, paid_amount: amount }, { related })
  return past.refunded_amount > 0 ? returnPast(ctx, stores, { order: paid, payment }, past) : paid
}

/** What a table that comes again says to be returned by now, of an order that is locked with its payment. */
export function returnPast(
  ctx: Work,
  { orders, payments, refunds }: Pick<Stores, 'orders' | 'payments' | 'refunds'>,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
  { refunded_amount: total, refunded_at }: Pick<PastOrder, 'refunded_amount' | 'refunded_at'>,
): OrderRow {
  const amount = total - payment.refunded_amount
  if (amount <= 0) return order
  const refund = refunds.insert({
    ...newRefund(order, payment, { id: newId('ref'), amount, reason: '' }, refunded_at),
    ...{ status: 'succeeded', refunded_at, consequences: consequencesOf(order, amount) },
  })
  const related = { refund_id: refund.id }
  const lessened = payments.save(payment, { refunded_amount: total })
  ctx.emit(paymentRefunded, lessened, { previous: payment, related })
  const links = { ...related, payment_id: payment.id }
  const refunded_order = order.refunded_amount + amount
  if (endsOrder(order, amount))
    return orders.move(order, 'refund', { refunded_amount: refunded_order, refunded_at }, { related: links })
  const saved = orders.save(order, { refunded_amount: refunded_order })
  ctx.emit(orderRefunded, saved, { previous: order, related: links })
  return saved
}
