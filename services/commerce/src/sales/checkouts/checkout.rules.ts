// Pure decisions about checkouts: no clock, database or request.
import { type Caller, emailKey, type Moves, stampsAt } from '@lms/contract'
import type { Click } from '../../affiliates/partners/partner.rules.ts'
import type { Priced, RequestedItem } from '../pricing/pricing.ts'
import {
  type Checkout,
  type CheckoutChanges,
  checkoutAbandoned,
  type NewCheckout,
  refusals,
} from './checkout.contract.ts'
import { checkoutLifecycle } from './checkout.lifecycle.ts'

/** Days after the last change for which an unfinished checkout is kept. */
const keptDays = 30
const minuteMs = 60_000
const dayMs = 86_400_000

export const checkoutMoves = {
  of: checkoutLifecycle,
  emits: { abandon: checkoutAbandoned, confirm: null },
  refuses: { confirmed: refusals.checkout_confirmed },
} satisfies Moves<Checkout['status']>

/** What of a basket a checkout keeps. */
type Contained = Pick<
  Checkout,
  | 'items'
  | 'amount'
  | 'items_amount'
  | 'discount_amount'
  | 'tax_added_amount'
  | 'tax_included_amount'
  | 'currency'
>

export function containing(basket: Priced): Contained {
  const { amount, items_amount, discount_amount, tax_added_amount, tax_included_amount, currency } = basket
  const items = basket.items.map(
    ({ offer_id, price_id, name, quantity, unit_amount, amount, discount_amount, trial_days, gift }) => ({
      ...{ offer_id, price_id, name, quantity, unit_amount, amount, discount_amount, trial_days, gift },
    }),
  )
  return { items, amount, items_amount, discount_amount, tax_added_amount, tax_included_amount, currency }
}

/** What is priced again: gifts come from the promo code. */
export const requestedItemsOf = ({ items }: Pick<Checkout, 'items'>): RequestedItem[] =>
  items
    .filter(({ gift }) => !gift)
    .map(({ offer_id, price_id, quantity }) => ({ offer_id, price_id, quantity }))

export const newCheckout = (
  input: NewCheckout,
  basket: Priced,
  ids: Pick<Checkout, 'id' | 'user_id'>,
  now: string,
): Checkout => ({
  ...input,
  ...containing(basket),
  ...ids,
  status: 'open',
  order_id: null,
  abandoned_at: null,
  confirmed_at: null,
  ...stampsAt(now),
})

/** The code of a partner, and when the site sent it. */
export interface PartnerLink {
  partner_code: string | null
  partner_at: string | null
}

export const clickOf = ({ partner_code: code, partner_at: at }: PartnerLink): Click | null =>
  code === null || at === null ? null : { code, at }

/** Whether a checkout is as somebody has read it. It may have been abandoned meanwhile, which is no change of theirs. */
export function isUnchanged(
  now: Pick<Checkout, 'status' | 'version'>,
  read: Pick<Checkout, 'status' | 'version'>,
): boolean {
  const abandonments = now.status === read.status ? 0 : 1
  return now.version === read.version + abandonments
}

/** Whether somebody can be written to about the checkout, and an order would belong to somebody. */
export const isReachable = ({
  email,
  phone,
  user_id,
}: Pick<Checkout, 'email' | 'phone' | 'user_id'>): boolean =>
  email !== null || phone !== null || user_id !== null

/** Without the person of its earlier contact, where another contact is given: the order is whose contact it has then. */
export function ownerAfter<
  C extends Pick<Checkout, 'email' | 'phone' | 'user_id'> & { matched: boolean | null },
>(
  { user_id, matched, email, phone }: C,
  changes: Pick<CheckoutChanges, 'email' | 'phone'>,
): Pick<C, 'user_id' | 'matched'> {
  const { email: newEmail = email, phone: newPhone = phone } = changes
  const other = newEmail !== email || newPhone !== phone
  return matched && other ? { user_id: null, matched: null } : { user_id, matched }
}

/** The fields that the price follows from. */
const priced = ['items', 'country', 'promo_code'] as const
export const changesPrice = (changes: CheckoutChanges): boolean =>
  priced.some(name => changes[name] !== undefined)

/** The checkout without what a caller of a web page may not see: whether the contact is that of a known person. */
export const checkoutFor = <C extends Checkout>(checkout: C, { kind }: Caller): C =>
  kind === 'publishable' ? { ...checkout, user_id: null } : checkout

/** The column that the filter by e-mail reads. */
export const derived = ({ email }: Pick<Checkout, 'email'>) => ({ email_key: email && emailKey(email) })

/** What is to be done with a checkout, and when. */
export interface Fate {
  what: 'abandon' | 'delete'
  at: Date
}

/**
 * The end of a checkout that nobody changes or confirms. With a known contact it is abandoned after the minutes of the
 * school; a month after its last change it is deleted. Null for a confirmed one.
 */
export function fateOf(
  { status, updated_at, ...contact }: Pick<Checkout, 'status' | 'updated_at' | 'email' | 'phone' | 'user_id'>,
  { abandoned_after_minutes }: { abandoned_after_minutes: number },
): Fate | null {
  if (status === 'confirmed') return null
  const after = (ms: number) => new Date(Date.parse(updated_at) + ms)
  if (status === 'open' && isReachable(contact))
    return { what: 'abandon', at: after(abandoned_after_minutes * minuteMs) }
  return { what: 'delete', at: after(keptDays * dayMs) }
}
