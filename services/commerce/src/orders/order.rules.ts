// Pure decisions about orders: no clock, database or request.
import { common, type Id, type Moves, Refused, stampsAt, stateAfter } from '@lms/contract'
import { sumOf } from '../money/money.ts'
import type { Content, Offer } from '../offers/offer.contract.ts'
import type { Payment } from '../payments/payment.contract.ts'
import { itemRoom, orderCanceled, orderPaid, refusals } from './order.contract.ts'
import { orderLifecycle } from './order.lifecycle.ts'
import { type Instalment, mostContents, type Order, type OrderItem } from './order.object.ts'

const largestAmount = 1_000_000_000_000

export interface Wanted {
  offer_id: Id<'off'>
  quantity: number
}

/** The items of an order, at the offers' present prices. Refuses inactive offers. */
export function itemsOf(
  wanted: readonly Wanted[],
  offers: readonly (Offer & { contents: Content[] })[],
  newId: () => Id<'ori'>,
): OrderItem[] {
  const onSale = new Map(offers.filter(({ status }) => status === 'active').map(offer => [offer.id, offer]))
  const details = wanted.flatMap(({ offer_id }, index) =>
    onSale.has(offer_id)
      ? []
      : [{ path: `body.items.${index}.offer_id`, message: `this school has no active offer ${offer_id}` }],
  )
  if (details.length) throw new Refused(refusals.offer_unknown, undefined, { details })
  return wanted.map(({ offer_id, quantity }) => {
    const { name, amount, contents } = onSale.get(offer_id)!
    return {
      id: newId(),
      offer_id,
      price_id: null,
      name,
      quantity,
      unit_amount: amount,
      amount: amount * quantity,
      discount_amount: 0,
      tax: null,
      interval: null,
      access_until: null,
      gift: false,
      contents,
    }
  })
}

/** The common currency of the offers; amounts of different currencies are never added. */
export function currencyOf(
  items: readonly { offer_id: Id<'off'> }[],
  offers: readonly Offer[],
  present?: string,
): string {
  const wanted = new Set(items.map(({ offer_id }) => offer_id))
  const currencies = new Set(offers.filter(({ id }) => wanted.has(id)).map(({ currency }) => currency))
  if (present) currencies.add(present)
  if (currencies.size !== 1) throw new Refused(refusals.currencies_mixed)
  return [...currencies][0]!
}

export type Totals = Pick<
  Order,
  'amount' | 'items_amount' | 'discount_amount' | 'tax_added_amount' | 'tax_included_amount'
>

/** The sums of an order, from its items; refuses a sum above the maximum amount. */
export function totalsOf(items: readonly OrderItem[]): Totals {
  const items_amount = sumOf(items.map(({ amount }) => amount))
  const discount_amount = sumOf(items.map(item => item.discount_amount))
  const taxes = (included: boolean) =>
    sumOf(items.map(({ tax }) => (tax?.included === included ? tax.amount : 0)))
  const tax_added_amount = taxes(false)
  const amount = items_amount - discount_amount + tax_added_amount
  if (items_amount > largestAmount || amount > largestAmount) throw new Refused(refusals.amount_too_large)
  return { amount, items_amount, discount_amount, tax_added_amount, tax_included_amount: taxes(true) }
}

interface NewOrder {
  id: Id<'ord'>
  number: number
  user_id: Id<'usr'>
  items: OrderItem[]
  currency: string
  comment: string
}

type NewlyOrdered = Order & { instalments: Instalment[] | null }

export function newOrder(given: NewOrder, now: string): NewlyOrdered {
  refuseTooRich(given.items)
  return {
    ...given,
    ...totalsOf(given.items),
    status: 'waiting_payment',
    taxes: [],
    paid_amount: 0,
    refunded_amount: 0,
    country: null,
    discount: null,
    as_gift: false,
    checkout_id: null,
    subscription_id: null,
    partner_id: null,
    expires_at: null,
    paid_at: null,
    canceled_at: null,
    expired_at: null,
    refunded_at: null,
    instalments: null,
    ...stampsAt(now),
  }
}

function refuseTooRich(items: readonly OrderItem[]): void {
  const contents = items.reduce((sum, item) => sum + item.contents.length, 0)
  if (contents > mostContents) throw new Refused(refusals.contents_too_many)
}

export const orderMoves = {
  of: orderLifecycle,
  emits: { pay: orderPaid, cancel: orderCanceled, expire: null, refund: null },
  refuses: {
    paid: refusals.order_already_paid,
    canceled: refusals.order_canceled,
    refunded: refusals.order_canceled,
  },
} satisfies Moves<Order['status']>

/** The time of the payment, as sent or now; refuses a future time. */
export function paidAt(given: string | undefined, now: string): string {
  if (given !== undefined && given > now) throw new Refused(refusals.paid_in_future)
  return given ?? now
}

/** The payment of an order that is marked as paid manually. */
export const manualPayment = (order: Order, id: Id<'pay'>, paidAt: string, now: string): Payment => ({
  id,
  order_id: order.id,
  user_id: order.user_id,
  status: 'succeeded',
  method: 'manual',
  amount: order.amount - order.paid_amount,
  currency: order.currency,
  subscription_id: null,
  provider_id: null,
  refunded_amount: 0,
  fee_amount: null,
  provider_reference: null,
  failure: null,
  dispute: null,
  comment: '',
  paid_at: paidAt,
  ...stampsAt(now),
})

/** Items change only while the order is unpaid. */
function refuseUnlessOpen({ status }: Order): void {
  stateAfter(orderMoves, status, ['pay'])
}

type Contained = Pick<Order, 'items'> & Totals
const withItems = (items: OrderItem[]): Contained => ({ items, ...totalsOf(items) })

export function addItem(order: Order, item: OrderItem): Contained {
  refuseUnlessOpen(order)
  if (order.items.length >= itemRoom.most) throw new Refused(itemRoom.refusal)
  const items = [...order.items, item]
  refuseTooRich(items)
  return withItems(items)
}

export interface ItemChange {
  quantity?: number | undefined
  unit_amount?: number | undefined
}

export function changeItem(order: Order, itemId: string, change: ItemChange): Contained {
  const present = itemOf(order, itemId)
  refuseUnlessOpen(order)
  const quantity = change.quantity ?? present.quantity
  const unit_amount = change.unit_amount ?? present.unit_amount
  const changed = { ...present, quantity, unit_amount, amount: quantity * unit_amount }
  return withItems(order.items.map(item => (item.id === itemId ? changed : item)))
}

export function removeItem(order: Order, itemId: string): Contained {
  itemOf(order, itemId)
  refuseUnlessOpen(order)
  if (order.items.length === 1) throw new Refused(refusals.order_needs_item)
  return withItems(order.items.filter(({ id }) => id !== itemId))
}

function itemOf(order: Order, itemId: string): OrderItem {
  const item = order.items.find(({ id }) => id === itemId)
  if (!item) throw new Refused(common.not_found)
  return item
}
