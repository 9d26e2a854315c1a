import { common, type Id, newId, Refused } from '@lms/contract'
import { cancelTasks, enqueue, type Work } from '@lms/service-host'
import { people } from '@lms/users/contract'
import { builder, type Stores } from '../builder.ts'
import { catalogueOf, soldFrom } from '../orders/catalogue.ts'
import { orderCreated, refusals as orderRefusals } from '../orders/order.contract.ts'
import { expiresAt, newOrderFor } from '../orders/order.rules.ts'
import { nextOrderNumber } from '../orders/order-numbers.ts'
import { basketOf, priced, type Wanted } from '../orders/pricing.ts'
import type { CommerceSettings } from '../settings/commerce-settings.ts'
import { type Checkout, checkouts, refusals } from './checkout.contract.ts'
import {
  buyerOf,
  changesPrice,
  containing,
  derived,
  fateOf,
  isReachable,
  newCheckout,
  shownTo,
  wantedOf,
} from './checkout.rules.ts'
import { followCheckout } from './checkout.tasks.ts'

const newItemId = () => newId('ori')

export const checkoutHandlers = builder.implement(checkouts, {
  list: ({ query }, { checkouts }) => checkouts.page(query),

  create: async ({ body, caller, now, work, runtime }, stores) => {
    const user_id = buyerOf(body.user_id, caller)
    const [known, { basket }, settings] = await Promise.all([
      user_id === null || stores.people.exists(user_id, runtime),
      quoted(body.items, body, now, stores),
      stores.settings.get(),
    ])
    if (!known) throw new Refused(orderRefusals.user_unknown)
    const checkout = newCheckout(body, basket, { id: newId('chk'), user_id }, now)
    follow(checkout, settings, work)
    if (user_id) stores.people.lockShared(user_id)
    return shownTo(stores.checkouts.insert({ ...checkout, ...derived(checkout) }), caller)
  },

  get: async ({ path, caller }, { checkouts }) => shownTo(await checkouts.get(path.id), caller),

  change: async ({ path, body, caller, now, work }, stores) => {
    const checkout = await stores.checkouts.lock(path.id)
    if (checkout.status === 'confirmed') throw new Refused(refusals.checkout_confirmed)
    const { items, ...given } = withoutAbsent(body)
    const next = { ...checkout, ...given }
    const basket = changesPrice(body)
      ? containing((await quoted(items ?? wantedOf(checkout), next, now, stores)).basket)
      : {}
    const changed = stores.checkouts.save({ ...next, ...basket, ...derived(next) })
    // The contact came later: from now on the checkout can be abandoned.
    if (isReachable(changed) && !isReachable(checkout)) follow(changed, await stores.settings.get(), work)
    return shownTo(changed, caller)
  },

  confirm: async ({ path, caller, now, work, emit, runtime }, stores) => {
    const present = await stores.checkouts.get(path.id)
    stores.checkouts.checkVersion(present)
    refuseUnconfirmable(present)
    const [number, user_id] = await Promise.all([
      nextOrderNumber(runtime, work.school),
      personOf(present, { work, runtime }),
    ])
    if (!(await stores.people.exists(user_id, runtime))) throw new Refused(orderRefusals.user_unknown)
    const checkout = await stores.checkouts.lock(path.id)
    refuseUnconfirmable(checkout)
    // Another contact would be another person.
    if (checkout.version !== present.version) throw new Refused(common.version_mismatch)
    const { basket, expireAfterHours } = await quoted(wantedOf(checkout), checkout, now, stores, {
      sells: true,
    })
    const { as_gift } = checkout
    const expires_at = expiresAt(undefined, expireAfterHours, now)
    const ids = { id: newId('ord'), user_id, checkout_id: checkout.id }
    const order = newOrderFor(basket, { ...ids, number, as_gift, expires_at }, now)
    emit(orderCreated, order)
    stores.people.lockShared(user_id)
    stores.orders.insert(order)
    cancelTasks(work, followCheckout, [checkout.id])
    const confirmed = { ...containing(basket), user_id, order_id: order.id, confirmed_at: now }
    return shownTo(stores.checkouts.move(checkout, 'confirm', confirmed), caller)
  },
})

/** What a basket costs now; `sells` for an order, whose prices stay as they are from then on. */
async function quoted(
  wanted: readonly Wanted[],
  { country }: Pick<Checkout, 'country'>,
  now: string,
  stores: Stores,
  { sells = false } = {},
) {
  const found = await catalogueOf(wanted, country, stores)
  const catalogue = sells ? await soldFrom(found, stores) : found
  const basket = priced(basketOf(wanted, catalogue, { now, newId: newItemId }), { discount: null })
  return { basket, expireAfterHours: found.expireAfterHours }
}

function refuseUnconfirmable(checkout: Checkout): void {
  if (checkout.status === 'confirmed') throw new Refused(refusals.checkout_confirmed)
  if (!isReachable(checkout)) throw new Refused(refusals.checkout_contact_missing)
}

/** The person of a checkout: the one who is signed in, or that of the contact, found or created. */
async function personOf(
  { user_id, email, phone, first_name, last_name }: Checkout,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<Id<'usr'>> {
  if (user_id) return user_id
  const scope = { school: work.school, requestId: work.origin.requestId }
  const client = runtime.sibling('users', { people }, scope)
  return (await client.people.findOrCreate({ body: { email, phone, first_name, last_name } })).user_id
}

/** Has the checkout looked at when it could be abandoned or deleted. */
function follow(checkout: Checkout, settings: CommerceSettings, work: Work['work']): void {
  const { id } = checkout
  const { at } = fateOf(checkout, settings.checkouts)!
  enqueue(work, followCheckout, { checkout_id: id }, { key: id, at })
}

const withoutAbsent = <T extends object>(body: T) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
