// Pure decisions about gifts: no clock, database or request.
import { createHmac, hash } from 'node:crypto'
import {
  type Caller,
  hasPermission,
  type Id,
  type Moves,
  type RefusalDetail,
  Refused,
  stateAfter,
} from '@lms/contract'
import { codeAlphabet } from '@lms/service-host'
import type { Content, Offer } from '../../catalog/offers/offer.contract.ts'
import { dueOf } from '../../objects/balance.ts'
import type { Discount, Order, OrderItem } from '../../objects/order.object.ts'
import type { GiftDelivery } from '../order-model/gift-delivery.ts'
import type { Line } from '../pricing/pricing.ts'
import { type Gift, refusals } from './gift.contract.ts'
import { giftLifecycle } from './gift.lifecycle.ts'

/** A gift as it is stored. */
type NewGift = Omit<Gift, 'code'> & {
  code_hash: string
  given: GrantedOffer | null
  delivery: GiftDelivery | null
}

/** Characters of a code: 78 bits, which nobody guesses at any rate. */
const codeLength = 16
const groupLength = 4

/**
 * The code of a gift: `7KQM-2XPA-WDRT-94HB`. It follows from the gift's id by a secret key, so that only its hash is
 * stored, and those who may can still see it later.
 */
export function codeOf(key: Buffer, { school_id, id }: { school_id: string; id: string }): string {
  const bytes = createHmac('sha256', key).update(`${school_id} ${id}`).digest()
  // 256 bits into 78: the remainders are all but equally likely.
  let number = BigInt(`0x${bytes.toString('hex')}`)
  const base = BigInt(codeAlphabet.length)
  const characters = Array.from({ length: codeLength }, () => {
    const character = codeAlphabet[Number(number % base)]!
    number /= base
    return character
  })
  return grouped(characters.join(''))
}

const grouped = (characters: string) => characters.replace(new RegExp(`.{${groupLength}}(?=.)`, 'g'), '$&-')
const lettersOf = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** A code as it is read out, from how somebody has typed it. */
export const spelledCode = (typed: string): string => grouped(lettersOf(typed))

/** The stored form of a code, from how somebody has typed it. Equal codes of two schools have different hashes. */
export const codeHash = (school: string, typed: string): string =>
  hash('sha256', `${school} ${lettersOf(typed)}`, 'hex')

export const hintOf = (code: string): string => code.slice(-groupLength)

/** Whether the caller may see the code of a gift: its buyer, and those who may issue and redeem gifts. */
export const maySeeCode = ({ rights, user }: Caller, { user_id }: Pick<Gift, 'user_id'>): boolean =>
  hasPermission(rights, 'gifts:write') || (user_id !== null && user === user_id)

export const giftMoves = {
  of: giftLifecycle,
  emits: { redeem: null, cancel: null, revive: null },
  refuses: { redeemed: refusals.gift_redeemed, canceled: refusals.gift_canceled },
} satisfies Moves<Gift['status']>

interface Fields {
  kind: Gift['kind']
  offer_id: string | null
  amount: number | null
  currency: string | null
  expires_at: string | null
}

/** Refuses a gift whose fields do not match its kind, or that has expired already. */
export function checkFit(gift: Fields, now: string): void {
  const details: RefusalDetail[] = []
  const needs = { offer_id: 'offer', amount: 'money', currency: 'money' } as const
  for (const [field, kind] of Object.entries(needs) as [keyof typeof needs, Gift['kind']][]) {
    if ((gift[field] !== null) === (gift.kind === kind)) continue
    const takes = gift.kind === kind ? 'needs' : 'does not take'
    details.push({ path: `body.${field}`, message: `the kind ${gift.kind} ${takes} it` })
  }
  if (gift.expires_at !== null && gift.expires_at <= now)
    details.push({ path: 'body.expires_at', message: 'must be in the future' })
  if (details.length) throw new Refused(refusals.gift_invalid, undefined, { details })
}

/** Refuses a gift that a test order has bought, once the school sells in earnest. */
export function refuseTestGift({ test }: Pick<Gift, 'test'>, { mode }: { mode: string }): void {
  if (test && mode === 'live') throw new Refused(refusals.gift_canceled)
}

/** Refuses a gift that cannot be redeemed now, or no more. */
export function checkRedeemable(
  { status, expires_at }: Pick<Gift, 'status' | 'expires_at'>,
  now: string,
): void {
  stateAfter(giftMoves, status, ['redeem'])
  if (expires_at !== null && expires_at <= now) throw new Refused(refusals.gift_expired)
}

/** The amount that a certificate pays of a person's order: its balance, or what is due. */
export function payable(
  { balance, currency }: Pick<Gift, 'balance' | 'currency'>,
  order: Order,
  userId: Id<'usr'>,
): number {
  if (order.user_id !== userId) throw new Refused(refusals.gift_order_invalid)
  if (order.currency !== currency) throw new Refused(refusals.gift_other_currency)
  return Math.min(balance, dueOf(order))
}

/** What a gift of an offer gives: the item as it was sold, or as the offer was when the gift was issued. */
export type GrantedOffer = Pick<OrderItem, 'offer_id' | 'price_id' | 'name' | 'unit_amount' | 'contents'> & {
  currency: string
}

export const offerAsItem = ({
  id,
  name,
  amount,
  currency,
  contents,
}: Offer & { contents: Content[] }): GrantedOffer => ({
  offer_id: id,
  price_id: null,
  name,
  unit_amount: amount,
  contents,
  currency,
})

export const soldItem = (
  { offer_id, price_id, name, unit_amount, contents }: OrderItem,
  { currency }: Pick<Order, 'currency'>,
): GrantedOffer => ({ offer_id, price_id, name, unit_amount, contents, currency })

type Described = Pick<NewGift, 'id' | 'code_hash' | 'hint' | 'version' | 'created_at' | 'updated_at'> &
  Partial<Pick<NewGift, 'user_id' | 'order_id' | 'test' | 'comment' | 'expires_at' | 'delivery'>>

export const offerGift = (grantedOffer: GrantedOffer, described: Described): NewGift => ({
  ...blank,
  ...described,
  kind: 'offer',
  offer_id: grantedOffer.offer_id,
  name: grantedOffer.name,
  amount: grantedOffer.unit_amount,
  balance: 0,
  currency: grantedOffer.currency,
  given: grantedOffer,
})

export const moneyGift = (value: Pick<Gift, 'amount' | 'currency'>, described: Described): NewGift => ({
  ...blank,
  ...described,
  ...value,
  kind: 'money',
  offer_id: null,
  name: '',
  balance: value.amount,
  given: null,
})

const blank = {
  status: 'active',
  user_id: null,
  order_id: null,
  redeemer_user_id: null,
  redeemed_order_id: null,
  test: false,
  comment: '',
  expires_at: null,
  redeemed_at: null,
  canceled_at: null,
  delivery: null,
} as const

/** The item of the order that redeems a gift: nothing of it is taxed any more. */
export const lineOf = ({ currency: _, ...item }: GrantedOffer, id: Id<'ori'>): Line => ({
  ...item,
  id,
  quantity: 1,
  amount: item.unit_amount,
  tax: null,
  interval: null,
  subscription_id: null,
  trial_days: null,
  access_expires_at: null,
  gift: false,
  plan: null,
})

/** The discount of an order that a gift pays in full. */
export const giftDiscount: Discount = {
  kind: 'gift',
  promo_code_id: null,
  code: null,
  offer_ids: [],
  percent: 100,
  amount_off: null,
  reason: '',
}
