import { common, type Id, newId, Refused } from '@lms/contract'
import { cancelTasks, enqueue, type Work } from '@lms/service-host'
import { people } from '@lms/users/contract'
import { builder, type Stores } from '../builder.ts'
import { catalogueOf, soldFrom } from '../orders/catalogue.ts'
import { orderCreated, refusals as orderRefusals } from '../orders/order.contract.ts'
import { expiresAt, newOrderFor } from '../orders/order.rules.ts'
import { nextOrderNumber } from '../orders/order-numbers.ts'
import { basketOf, priced, type Wanted } from '../orders/pricing.ts'
import { attribute, clicked } from '../partners/attribution.ts'
import { linkTo } from '../payment-pages/link.ts'
import { completingPayment } from '../payments/payment.rules.ts'
import { receiveMoney } from '../payments/receive.ts'
import type { Entry } from '../promo-codes/discount.rules.ts'
import { entryOf } from '../promo-codes/entry.ts'
import { promoted } from '../promo-codes/promoted.ts'
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
import type { CheckoutRow } from './checkout.store.ts'
import { followCheckout } from './checkout.tasks.ts'

const newItemId = () => newId('ori')

export const checkoutHandlers = builder.implement(checkouts, {
  list: ({ query }, { checkouts }) => checkouts.page(query),

  create: async ({ body, caller, ...at }, stores) => {
    const { now, work, runtime } = at
    const user_id = buyerOf(body.user_id, caller)
    const [known, entry, settings] = await Promise.all([
      user_id === null || stores.people.exists(user_id, runtime),
      entryOf({ ...body, user_id }, at, stores),
      stores.settings.get(),
    ])
    if (!known) throw new Refused(orderRefusals.user_unknown)
    const { basket } = await quoted({ ...body, entry }, at, stores)
    const checkout = newCheckout(body, basket, { id: newId('chk'), user_id }, now)
    follow(checkout, settings, work)
    if (user_id) stores.people.lockShared(user_id)
    const partner_at = body.partner_code === null ? null : now
    return shownTo(stores.checkouts.insert({ ...checkout, ...derived(checkout), partner_at }), caller)
  },

  get: async ({ path, caller }, { checkouts }) => shownTo(await checkouts.get(path.id), caller),

  change: async ({ path, body, caller, ...at }, stores) => {
    const { items, ...given } = withoutAbsent(body)
    const present = await stores.checkouts.get(path.id)
    // A code for members asks another service, which a locked checkout must not wait for.
    const reprices = changesPrice(body)
    const entry = reprices ? await entryOf({ ...present, ...given }, at, stores) : null
    const checkout = await stores.checkouts.lock(path.id)
    if (checkout.status === 'confirmed') throw new Refused(refusals.checkout_confirmed)
    if (reprices) refuseOther(checkout, present)
    const next = { ...checkout, ...given, ...(await partnerOf(given.partner_code, checkout, at, stores)) }
    const wanted = { ...next, items: items ?? wantedOf(checkout), entry }
    const basket = reprices ? containing((await quoted(wanted, at, stores)).basket) : {}
    const changed = stores.checkouts.save({ ...next, ...basket, ...derived(next) })
    // The contact came later: from now on the checkout can be abandoned.
    if (isReachable(changed) && !isReachable(checkout)) follow(changed, await stores.settings.get(), at.work)
    return shownTo(changed, caller)
  },

  confirm: async ({ path, caller, ...at }, stores) => {
    const { now, work, runtime, emit } = at
    const present = await stores.checkouts.get(path.id)
    stores.checkouts.checkVersion(present)
    refuseUnconfirmable(present)
    const [number, user_id] = await Promise.all([
      nextOrderNumber(runtime, work.school),
      personOf(present, at),
    ])
    const [known, entry, partner_id] = await Promise.all([
      stores.people.exists(user_id, runtime),
      entryOf({ ...present, user_id }, at, stores),
      attribute(clickOf(present), user_id, now, stores),
    ])
    if (!known) throw new Refused(orderRefusals.user_unknown)
    const checkout = await stores.checkouts.lock(path.id)
    refuseUnconfirmable(checkout)
    refuseOther(checkout, present)
    const wanted = { ...checkout, items: wantedOf(checkout), entry }
    const { basket, codeId, expireAfterHours } = await quoted(wanted, at, stores, { sells: true })
    const { as_gift } = checkout
    const expires_at = expiresAt(undefined, expireAfterHours, now)
    const ids = { id: newId('ord'), user_id, checkout_id: checkout.id, partner_id }
    const order = newOrderFor(basket, { ...ids, number, as_gift, expires_at }, now)
    emit(orderCreated, order)
    stores.people.lockShared(user_id)
    const made = stores.orders.insert(order)
    if (codeId) stores.promoCodes.use(codeId, made)
    cancelTasks(work, followCheckout, [checkout.id])
    const confirmed = { ...containing(basket), user_id, order_id: order.id, confirmed_at: now }
    const shown = shownTo(stores.checkouts.move(checkout, 'confirm', confirmed), caller)
    if (made.amount > 0) return { ...shown, payment_path: linkTo(made, {}, '', at).url }
    await receiveMoney(at, stores, { order: made, payment: completingPayment(made, newId('pay'), now, now) })
    return { ...shown, payment_path: null }
  },
})

type PartnerLink = Pick<CheckoutRow, 'partner_code' | 'partner_at'>

const clickOf = ({ partner_code: code, partner_at: at }: PartnerLink) =>
  code === null || at === null ? null : { code, at }

/** The partner's link of a changed checkout. */
async function partnerOf(
  code: string | null | undefined,
  checkout: PartnerLink,
  { now }: Pick<Work, 'now'>,
  stores: Stores,
): Promise<Partial<PartnerLink>> {
  if (code === undefined) return {}
  const click = await clicked(clickOf(checkout), code, now, stores)
  return { partner_code: click?.code ?? null, partner_at: click?.at ?? null }
}

interface Quoted {
  items: readonly Wanted[]
  country: string | null
  entry: Entry | null
}

/** What a basket costs now; `sells` for an order, whose prices stay as they are from then on. */
async function quoted(
  { items, country, entry }: Quoted,
  { now }: Pick<Work, 'now'>,
  stores: Stores,
  { sells = false } = {},
) {
  const found = await catalogueOf(items, country, stores)
  const catalogue = sells ? await soldFrom(found, stores) : found
  const wanted = basketOf(items, catalogue, { now, newId: newItemId })
  const { basket, discount, codeId } = await promoted(wanted, entry, stores)
  return { basket: priced(basket, { discount }), codeId, expireAfterHours: found.expireAfterHours }
}

/** Refuses a checkout that has changed since it was read: with another contact or promo code. */
function refuseOther(checkout: Checkout, present: Checkout): void {
  if (checkout.version !== present.version) throw new Refused(common.version_mismatch)
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
