// A paid order for an offer with a webinar registers its buyer; what ends the order cancels that. Events of one order may
// arrive twice or out of order: those older than the processed version have no effect.
import { type Order, orderCanceled, orderPaid, orderRefunded } from '@lms/commerce/contract'
import { type Id, isId } from '@lms/contract'
import { enqueueMany, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { cancelRegistration } from '../registrations/register.ts'
import { placeBuyers } from '../sessions/session.task.ts'

export const onOrderPaid = builder.reaction('order-paid', orderPaid, (work, stores) =>
  followOrder(work.event.data.object, work, stores),
)

export const onOrderCanceled = builder.reaction('order-canceled', orderCanceled, (work, stores) =>
  followOrder(work.event.data.object, work, stores),
)

/** A refund in part leaves the order paid, and takes nothing. */
export const onOrderRefunded = builder.reaction('order-refunded', orderRefunded, async (work, stores) => {
  const { object } = work.event.data
  if (object.status === 'refunded') await followOrder(object, work, stores)
})

async function followOrder(order: Order, work: Work, stores: Stores): Promise<void> {
  if (!(await stores.purchases.advance(order.id, order.version))) return
  if (order.status === 'paid') await give(order, work, stores)
  else await takeBack(order, work, stores)
}

/** The webinars in an order, each once; what is bought for others gives its buyer none. */
export const webinarsIn = ({ items, as_gift }: Pick<Order, 'items' | 'as_gift'>): Id<'wbn'>[] => {
  const contents = as_gift ? [] : items.flatMap(item => item.contents)
  return [...new Set(contents.flatMap(({ resource_id }) => (isWebinar(resource_id) ? [resource_id] : [])))]
}
const isWebinar = (id: string | null): id is Id<'wbn'> => id !== null && isId('wbn', id)

async function give(order: Order, { work }: Work, { people, purchases }: Stores): Promise<void> {
  const webinars = webinarsIn(order)
  if (webinars.length === 0) return
  const user_id = await heldBuyer(order.user_id, people)
  if (user_id === null) return
  purchases.add({ order_id: order.id, user_id }, webinars)
  enqueueMany(
    work,
    placeBuyers,
    webinars.map(webinar_id => ({ payload: { webinar_id }, key: webinar_id })),
  )
}

/** The buyer, or who they have become, held present; null if they are gone. A merge may end while the hold waits for it. */
async function heldBuyer(buyer: Id<'usr'>, people: Stores['people']): Promise<Id<'usr'> | null> {
  for (let before: Id<'usr'> | null = null; ; ) {
    const now = await people.become(buyer)
    if (now === before) return null
    if (await people.holdPresent(now)) return now
    before = now
  }
}

async function takeBack(order: Order, work: Work, stores: Stores): Promise<void> {
  const { purchases, registrations, sessions } = stores
  await purchases.take(order.id)
  const orderRegistrations = await registrations.ofOrder(order.id)
  // Who has bought the webinar by another order, too, stays by that one. Purchases come before sessions, as for those who wait.
  const others = new Map<string, Id<'ord'> | null>()
  for (const { id, user_id, webinar_id } of orderRegistrations)
    others.set(id, await purchases.holdOrderOf(user_id, webinar_id))
  for (const { id, session_id } of orderRegistrations) {
    await sessions.lockAnyVersion(session_id)
    const registration = await registrations.lockAnyVersion(id)
    const order_id = others.get(id) ?? null
    if (order_id === null) cancelRegistration(registration, work, stores)
    else registrations.save(registration, { order_id })
  }
}
