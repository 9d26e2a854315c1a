import { common, newId, Refused } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import { clicked } from '../../affiliates/partners/attribution.ts'
import { builder, type Stores } from '../../builder.ts'
import { entryOf } from '../../catalog/promo-codes/entered-code.ts'
import { pathOf } from '../../money/payment-pages/link.ts'
import type { CommerceSettings } from '../../settings/commerce-settings.ts'
import type { OrderRow } from '../order-model/order.store.ts'
import { refusals as orderRefusals } from '../pricing/basket.contract.ts'
import { buyerOf } from '../pricing/buyer.ts'
import { type Checkout, checkouts, refusals } from './checkout.contract.ts'
import {
  changesPrice,
  checkoutFor,
  clickOf,
  containing,
  derived,
  fateOf,
  isReachable,
  isUnchanged,
  newCheckout,
  ownerAfter,
  type PartnerLink,
  requestedItemsOf,
} from './checkout.rules.ts'
import { followCheckout } from './checkout.task.ts'
import { placeOrder, prepareOrder } from './place-order.ts'
import { quoted } from './quote.ts'

export const checkoutHandlers = builder.implement(checkouts, {
  list: ({ query }, { checkouts }) => checkouts.page(query),

  create: async ({ body, caller, ...ctx }, stores) => {
    const { now, work, runtime } = ctx
    const user_id = buyerOf(body.user_id, caller)
    const [userExists, entry, settings] = await Promise.all([
      user_id === null || stores.people.exists(user_id, runtime),
      entryOf({ ...body, user_id }, ctx, stores),
      stores.settings.get(),
    ])
    if (!userExists) throw new Refused(orderRefusals.user_unknown)
    const { basket } = await quoted({ ...body, entry }, ctx, stores)
    const checkout = newCheckout(body, basket, { id: newId('chk'), user_id }, now)
    follow(checkout, settings, work)
    if (user_id) stores.people.lockShared(user_id)
    const partner_at = body.partner_code === null ? null : now
    return checkoutFor(stores.checkouts.insert({ ...checkout, ...derived(checkout), partner_at }), caller)
  },

  get: async ({ path, caller }, { checkouts }) => checkoutFor(await checkouts.get(path.id), caller),

  update: async ({ path, body, caller, ...ctx }, stores) => {
    const { items, ...changes } = withoutAbsent(body)
    const present = await stores.checkouts.get(path.id)
    // A code for members asks another service, which a locked checkout must not wait for.
    const reprices = changesPrice(body)
    const entry = reprices
      ? await entryOf({ ...present, ...changes, ...ownerAfter(present, changes) }, ctx, stores)
      : null
    const checkout = await stores.checkouts.lock(path.id)
    if (checkout.status === 'confirmed') throw new Refused(refusals.checkout_confirmed)
    if (reprices) refuseOther(checkout, present)
    const partner = await partnerOf(changes.partner_code, checkout, ctx, stores)
    const next = { ...checkout, ...changes, ...ownerAfter(checkout, changes), ...partner }
    const quoteInput = { ...next, items: items ?? requestedItemsOf(checkout), entry }
    const basket = reprices ? containing((await quoted(quoteInput, ctx, stores)).basket) : {}
    const changed = stores.checkouts.save({ ...next, ...basket, ...derived(next) })
    // The contact came later: from now on the checkout can be abandoned.
    if (isReachable(changed) && !isReachable(checkout)) follow(changed, await stores.settings.get(), ctx.work)
    return checkoutFor(changed, caller)
  },

  confirm: async ({ path, caller, ...ctx }, stores) => {
    const present = await stores.checkouts.get(path.id)
    stores.checkouts.checkVersion(present)
    refuseUnconfirmable(present)
    const prepared = await prepareOrder(present, ctx, stores)
    const locked = await stores.checkouts.lock(path.id)
    refuseUnconfirmable(locked)
    refuseOther(locked, present)
    const { checkout, order } = await placeOrder(locked, prepared, ctx, stores)
    const payment_path = leadsToPage(order) ? pathOf(order, ctx) : null
    return { ...checkoutFor(checkout, caller), payment_path }
  },
})

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

/** Refuses a checkout that somebody has changed since it was read: with another contact or promo code. */
function refuseOther(checkout: Checkout, present: Checkout): void {
  if (!isUnchanged(checkout, present)) throw new Refused(common.version_mismatch)
}

function refuseUnconfirmable(checkout: Checkout): void {
  if (checkout.status === 'confirmed') throw new Refused(refusals.checkout_confirmed)
  if (!isReachable(checkout)) throw new Refused(refusals.checkout_contact_missing)
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

/** Whether a person has something to do on the page of a new order: to pay, or to add a card for what comes after free days. */
const leadsToPage = ({ amount, items }: Pick<OrderRow, 'amount' | 'items'>): boolean =>
  amount > 0 || items.some(({ trial_days }) => trial_days !== null)
