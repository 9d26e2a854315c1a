// A checkout becomes an order of the person with its contact.
import { type Id, newId, Refused } from '@lms/contract'
import { cancelTasks, type Work } from '@lms/service-host'
import { people } from '@lms/users/contract'
import { attribute } from '../../affiliates/partners/attribution.ts'
import type { Stores } from '../../builder.ts'
import type { Entry } from '../../catalog/promo-codes/discount.rules.ts'
import { entryOf } from '../../catalog/promo-codes/entered-code.ts'
import { settleFree } from '../../money/payments/settle-free.ts'
import { refuseUnpayable } from '../../money/providers/available-providers.ts'
import { orderCreated } from '../../objects/order-events.ts'
import { expiresAt, newOrderFor } from '../order-model/order.rules.ts'
import type { OrderRow } from '../order-model/order.store.ts'
import { nextOrderNumber } from '../order-model/order-numbers.ts'
import { refusals as orderRefusals } from '../pricing/basket.contract.ts'
import type { Checkout } from './checkout.contract.ts'
import { clickOf, containing, requestedItemsOf } from './checkout.rules.ts'
import type { CheckoutRow } from './checkout.store.ts'
import { followCheckout } from './checkout.task.ts'
import { quoted } from './quote.ts'

/** What an order of a checkout needs from elsewhere. */
export interface Prepared {
  number: number
  user_id: Id<'usr'>
  partner_id: Id<'prt'> | null
  entry: Entry | null
  /** Fields of the order besides, from the form of the buyer. */
  details?: Partial<Pick<OrderRow, 'gift_delivery' | 'company' | 'agreements'>>
}

/**
 * Finds or creates the person, takes the number, and reads the partner and the promo code. Asks other services: call it
 * before anything is locked.
 */
export async function prepareOrder(
  checkout: Pick<
    CheckoutRow,
    'user_id' | 'email' | 'phone' | 'first_name' | 'last_name' | 'promo_code' | 'partner_code' | 'partner_at'
  > &
    Partial<Pick<CheckoutRow, 'matched'>>,
  ctx: Work,
  stores: Stores,
): Promise<Prepared> {
  const { now, work, runtime } = ctx
  const [number, user_id] = await Promise.all([
    nextOrderNumber(runtime, work.school),
    personOf(checkout, ctx, stores),
  ])
  const [userExists, entry, partner_id] = await Promise.all([
    stores.people.exists(user_id, runtime),
    entryOf({ ...checkout, user_id }, ctx, stores),
    attribute(clickOf(checkout), user_id, now, stores),
  ])
  if (!userExists) throw new Refused(orderRefusals.user_unknown)
  return { number, user_id, partner_id, entry }
}

/** The person of a checkout: the one whom it names, or that of the contact, found or created. */
async function personOf(
  { user_id, matched, email, phone, first_name, last_name }: Parameters<typeof prepareOrder>[0],
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  stores: Pick<Stores, 'people'>,
): Promise<Id<'usr'>> {
  // Who was found when it was abandoned may have left the school since.
  if (user_id && (!matched || (await stores.people.exists(user_id, runtime)))) return user_id
  const scope = { school: work.school, requestId: work.origin.requestId }
  const client = runtime.client('users', { people }, scope)
  return (await client.people.findOrCreate({ body: { email, phone, first_name, last_name } })).user_id
}

/** Confirms a checkout, which is locked or new: its order at present prices. An order of 0 is paid at once. */
export async function placeOrder(
  checkout: CheckoutRow,
  { number, user_id, partner_id: partner, entry, details }: Prepared,
  ctx: Work,
  stores: Stores,
): Promise<{ checkout: Checkout; order: OrderRow }> {
  const { now, work, emit } = ctx
  const quoteInput = { ...checkout, items: requestedItemsOf(checkout), entry }
  const { basket, codeId, expireAfterHours, offers } = await quoted(quoteInput, ctx, stores, { sells: true })
  const partner_id = partner && (await stores.partners.keep(partner)) ? partner : null
  const { as_gift } = checkout
  const expires_at = expiresAt(undefined, expireAfterHours, now)
  const ids = { id: newId('ord'), user_id, checkout_id: checkout.id, partner_id }
  stores.people.lockShared(user_id)
  const newOrder = newOrderFor(basket, { ...ids, number, as_gift, expires_at }, now)
  const createdOrder = stores.orders.insert({ ...newOrder, ...details })
  await refuseUnpayable(ctx, stores, createdOrder)
  emit(orderCreated, createdOrder)
  if (codeId) stores.promoCodes.use(codeId, createdOrder)
  stores.orders.takeSeats(offers)
  cancelTasks(work, followCheckout, [checkout.id])
  const confirmed = { ...containing(basket), user_id, order_id: createdOrder.id, confirmed_at: now }
  const moved = stores.checkouts.move(checkout, 'confirm', confirmed)
  return { checkout: moved, order: await settleFree(ctx, stores, createdOrder) }
}
