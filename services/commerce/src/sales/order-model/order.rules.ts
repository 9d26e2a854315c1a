// Pure decisions about orders: no clock, database or request.
import { common, formatTime, type Moves, Refused, stampsAt, stateAfter } from '@lms/contract'
import { retainedOf } from '../../objects/balance.ts'
import { orderLifecycle } from '../../objects/order.lifecycle.ts'
import { maxContents, maxItems, type Order, type OrderItem } from '../../objects/order.object.ts'
import { orderCanceled, orderExpired, orderPaid, orderRefunded } from '../../objects/order-events.ts'
import { type OrderPreview, refusals } from '../pricing/basket.contract.ts'
import { dueAtOnce } from '../pricing/due-now.ts'
import { checkGiftable } from '../pricing/giftable.ts'
import { type Line, linesOf, type Priced, repriced } from '../pricing/pricing.ts'
import { itemRoom } from './order-item.contract.ts'

type NewOrder = Pick<Order, 'id' | 'number' | 'user_id'> &
  Partial<
    Pick<
      Order,
      'comment' | 'as_gift' | 'checkout_id' | 'subscription_id' | 'partner_id' | 'expires_at' | 'test'
    >
  >

/** An order of a priced basket, not yet paid. */
export function newOrderFor(basket: Priced, input: NewOrder, now: string): Order & Scheduled {
  refuseTooRich(basket.items)
  if (input.as_gift) checkGiftable(basket.items)
  return {
    as_gift: false,
    company: null,
    agreements: [],
    checkout_id: null,
    subscription_id: null,
    partner_id: null,
    expires_at: null,
    comment: '',
    test: false,
    ...input,
    ...basket,
    status: 'waiting_payment',
    paid_amount: 0,
    refunded_amount: 0,
    paid_at: null,
    canceled_at: null,
    expired_at: null,
    refunded_at: null,
    ...stampsAt(now),
  }
}

const hourMs = 3_600_000

/** The end of the payment term of an order that is made now, as sent or after the hours of the school; null for none. */
export function expiresAt(
  sentTerm: string | null | undefined,
  hours: number | null,
  now: string,
): string | null {
  if (sentTerm !== undefined) return inFuture(sentTerm, now)
  return hours === null ? null : formatTime(new Date(Date.parse(now) + hours * hourMs))
}

/** Another payment term of an order, while it is unpaid. */
export function changedTerm(
  { status, expires_at }: Pick<Order, 'status' | 'expires_at'>,
  sentTerm: string | null | undefined,
  now: string,
): string | null {
  if (sentTerm === undefined || sentTerm === expires_at) return expires_at
  stateAfter(orderMoves, status, ['pay'])
  if (status === 'expired') throw new Refused(refusals.term_over)
  return inFuture(sentTerm, now)
}

function inFuture(instant: string | null, now: string): string | null {
  if (instant !== null && instant <= now) throw new Refused(refusals.term_past)
  return instant
}

/** The answer of a preview: what an order of the basket would cost. */
export function previewOf(basket: Priced, now: string): OrderPreview {
  const { items, instalments, ...rest } = basket
  refuseTooRich(items)
  return {
    ...rest,
    items: items.map(({ id: _, ...item }) => item),
    instalments: instalments ?? [],
    due_amount: dueAtOnce(basket, now),
  }
}

type Scheduled = Pick<Priced, 'instalments'>

/** Refuses more items, or more contents in all, than an order may have; a promo code may have added one. */
export function refuseTooRich(items: readonly Pick<OrderItem, 'contents'>[]): void {
  const contents = items.reduce((sum, item) => sum + item.contents.length, 0)
  if (items.length > maxItems || contents > maxContents) throw new Refused(refusals.contents_too_many)
}

export const orderMoves = {
  of: orderLifecycle,
  emits: {
    pay: orderPaid,
    restore: orderPaid,
    cancel: orderCanceled,
    expire: orderExpired,
    refund: orderRefunded,
  },
  refuses: {
    paid: refusals.order_already_paid,
    canceled: refusals.order_canceled,
    refunded: refusals.order_canceled,
  },
} satisfies Moves<Order['status']>

/** The time of the payment, as sent or now; refuses a future time. */
export function paidAt(sentTime: string | undefined, now: string): string {
  if (sentTime !== undefined && sentTime > now) throw new Refused(refusals.paid_in_future)
  return sentTime ?? now
}

/** The price of an order changes only while the school has no money of it. */
export function refuseUnlessOpen(order: Pick<Order, 'status' | 'paid_amount' | 'refunded_amount'>): void {
  stateAfter(orderMoves, order.status, ['pay'])
  if (retainedOf(order) > 0) throw new Refused(refusals.order_part_paid)
}

type Present = Order & Scheduled
/** What changes in an order with its items. */
type Contained = ReturnType<typeof repriced>

function withLines(order: Present, lines: readonly Line[]): Contained {
  if (order.as_gift) checkGiftable(lines)
  return repriced(order, lines, order.discount)
}

export function addItem(order: Present, line: Line): Contained {
  refuseUnlessOpen(order)
  if (order.items.length >= itemRoom.most) throw new Refused(itemRoom.refusal)
  const lines = [...linesOf(order), line]
  refuseTooRich(lines)
  return withLines(order, lines)
}

export interface ItemChange {
  quantity?: number | undefined
  unit_amount?: number | undefined
}

export function changeItem(order: Present, itemId: string, change: ItemChange): Contained {
  const present = itemOf(order, itemId)
  refuseUnlessOpen(order)
  const quantity = change.quantity ?? present.quantity
  const unit_amount = change.unit_amount ?? present.unit_amount
  const changed = { quantity, unit_amount, amount: quantity * unit_amount }
  return withLines(
    order,
    linesOf(order).map(line => (line.id === itemId ? { ...line, ...changed } : line)),
  )
}

/** Removes an item; the last one that is no gift stays. */
export function removeItem(order: Present, itemId: string): Contained {
  itemOf(order, itemId)
  refuseUnlessOpen(order)
  const remaining = linesOf(order).filter(({ id }) => id !== itemId)
  if (remaining.every(({ gift }) => gift)) throw new Refused(refusals.order_needs_item)
  return withLines(order, remaining)
}

/** An item that may be changed: gifts come and go with their promo code. */
function itemOf(order: Order, itemId: string): OrderItem {
  const item = order.items.find(({ id }) => id === itemId)
  if (!item) throw new Refused(common.not_found)
  if (item.gift) throw new Refused(refusals.gift_item_fixed)
  return item
}
