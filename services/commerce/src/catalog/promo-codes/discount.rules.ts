// Whether a promo code gives something on a basket, and what. Pure: no clock, database or request.
import { type Refusal, Refused } from '@lms/contract'
import { sumOf } from '../../money/amounts/money.ts'
import type { Discount } from '../../objects/order.object.ts'
import { entryRefusals } from '../../sales/pricing/entry-refusals.ts'
import type { PromoCode } from './promo-code.contract.ts'

/** The part of a basket that a code looks at; the amounts are those before discount and tax. */
export interface Goods {
  currency: string
  lines: readonly { offer_id: string; amount: number; gift: boolean }[]
}

/** A person's past with a code, as far as the code asks for it. */
export interface Usage {
  /** The number of the person's orders with the code. */
  uses: number
  /** Whether the person has paid an order. */
  hasPaid: boolean
  /** The groups of the code that the person is a member of. */
  groups: readonly string[]
}

/** A code as it was entered. */
export interface Entry {
  /** null if the school has no such code. */
  code: PromoCode | null
  /** null for an unknown person, whose past then counts for nothing. */
  usage: Usage | null
}

/** The discount of a code on a basket; refuses a code that gives nothing there. */
export function discountOf(entry: Entry, goods: Goods, now: string): Discount {
  const refusal = whyNot(entry, goods, now)
  if (refusal) throw new Refused(refusal)
  return benefitOf(entry.code!)
}

/** The first reason why a code gives nothing on a basket; null if it gives something. */
export function whyNot({ code, usage }: Entry, goods: Goods, now: string): Refusal | null {
  if (code === null) return entryRefusals.promo_code_unknown
  if (!code.active) return entryRefusals.promo_code_inactive
  if (code.starts_at !== null && now < code.starts_at) return entryRefusals.promo_code_early
  if (code.expires_at !== null && now >= code.expires_at) return entryRefusals.promo_code_expired
  return notThese(code, goods) ?? usedUp(code) ?? (usage && notThem(code, usage))
}

/** The entry on the page of one offer, for which the codes of other offers do not exist. */
export const entryFor = (offerId: string, entry: Entry): Entry =>
  entry.code && !appliesTo(entry.code, offerId) ? { code: null, usage: null } : entry

function notThese(code: PromoCode, { currency, lines }: Goods): Refusal | null {
  if (code.currency !== null && code.currency !== currency) return entryRefusals.promo_code_other_currency
  const fitting = lines.filter(({ offer_id, gift }) => !gift && appliesTo(code, offer_id))
  if (fitting.length === 0) return entryRefusals.promo_code_other_offers
  const amount = sumOf(fitting.map(line => line.amount))
  return amount < (code.minimum_amount ?? 0) ? entryRefusals.promo_code_below_minimum : null
}

const appliesTo = ({ offer_ids }: PromoCode, offerId: string) =>
  offer_ids.length === 0 || (offer_ids as readonly string[]).includes(offerId)

const usedUp = ({ max_uses, uses_count }: PromoCode): Refusal | null =>
  max_uses !== null && uses_count >= max_uses ? entryRefusals.promo_code_used_up : null

function notThem(code: PromoCode, { uses, hasPaid, groups }: Usage): Refusal | null {
  if (code.group_ids.length > 0 && groups.length === 0) return entryRefusals.promo_code_other_people
  if (code.first_order_only && (hasPaid || uses > 0)) return entryRefusals.promo_code_first_order_only
  return code.max_uses_per_person !== null && uses >= code.max_uses_per_person
    ? entryRefusals.promo_code_used_by_person
    : null
}

/** What the code gives, kept by an order also when the code changes later. */
const benefitOf = ({ id, code, offer_ids, percent, amount_off }: PromoCode): Discount => ({
  kind: 'promo_code',
  promo_code_id: id,
  code,
  offer_ids,
  percent,
  amount_off,
  reason: '',
})
