// What a basket costs: prices of its offers, discount, taxes, instalments. Pure: no clock, database or request.
//
// The order of the calculation is that of invoices: unit price times quantity, less the item's share of the discount,
// then the tax on what is left. Discount and tax are kept by item, and an order's sums are the sums of its items.
import { type Id, type Refusal, type RefusalDetail, Refused } from '@lms/contract'
import type { Content, Offer } from '../../catalog/offers/offer.contract.ts'
import { saleAt } from '../../catalog/offers/offer.rules.ts'
import type { Rate } from '../../catalog/offers/offer.store.ts'
import type { Price } from '../../catalog/offers/price.contract.ts'
import { partOf, share, sumOf } from '../../money/amounts/money.ts'
import type { Discount, Instalment, Order, OrderItem } from '../../objects/order.object.ts'
import { refusals } from './basket.contract.ts'
import { firstTerms } from './due-now.ts'
import { plannedInstalments, rescheduled } from './instalment-plan.ts'
import { type Tax, taxAmount, taxFor, taxOf, taxSums } from './item-taxes.ts'

/** The largest sum of an order, in minor units. */
export const maxAmount = 1_000_000_000_000

/** Refuses a sum that no order may have. */
export function refuseTooLarge(amount: number): void {
  if (amount > maxAmount) throw new Refused(refusals.amount_too_large)
}

/** What somebody asks for. */
export interface RequestedItem {
  offer_id: Id<'off'>
  /** A price variant of the offer; otherwise the amount of the offer itself. */
  price_id?: Id<'prc'> | null | undefined
  quantity: number
  /** In place of the present price: a proration, a free period. */
  unit_amount?: number
  /** Of a free period. */
  trial_days?: number | null
  access_expires_at?: string | null
  /** The subscription that it renews. */
  subscription_id?: Id<'sbs'> | null
  /** Added free of charge. */
  gift?: boolean
}

/** What the price of the wanted items follows from; `rates` are those of the country. */
export interface Catalogue {
  offers: readonly (Offer & { contents: Content[] })[]
  prices: readonly Price[]
  country: string | null
  rates: readonly Rate[]
}

/** An item before discount and tax. */
export type Line = Omit<OrderItem, 'discount_amount' | 'tax'> & {
  tax: Tax | null
  /** The instalment plan of its price. */
  plan: Price['instalments']
}

export interface Basket {
  currency: string
  country: string | null
  /** The time that chooses early prices, and from which instalments count. */
  now: string
  lines: Line[]
}

interface BasketOptions {
  now: string
  newId: () => Id<'ori'>
  /** The currency of the order that the items are added to. */
  currency?: string
  /** Whether archived offers and prices are still sold: to those who have subscribed to them. */
  archived?: boolean
  /** Whether the offers are given and not sold: in any state. */
  isGift?: boolean
  /** The place of an item in the request, for the details of a refusal. */
  pathOf?: (index: number) => string
}

/**
 * The items at their present prices: each with its early price while that is valid, and the tax rate of its kind.
 * Refuses offers and prices that are not sold, and prices in different currencies.
 */
export function basketOf(
  requestedItems: readonly RequestedItem[],
  catalogue: Catalogue,
  options: BasketOptions,
): Basket {
  const { now, newId, currency } = options
  const { country } = catalogue
  const foundItems = foundIn(catalogue, requestedItems, options)
  const lines = foundItems.map(({ requested, offer, price }): Line => {
    const { quantity, gift = false, access_expires_at = null, subscription_id = null } = requested
    const first = price ? firstTerms(price, now) : { ...atOnce, unit_amount: offer.amount }
    const ownPrice =
      requested.unit_amount === undefined
        ? null
        : { ...atOnce, trial_days: requested.trial_days ?? null, unit_amount: requested.unit_amount }
    const { unit_amount, trial_days, plan } = gift ? free : (ownPrice ?? first)
    return {
      id: newId(),
      offer_id: offer.id,
      price_id: price?.id ?? null,
      name: offer.name,
      quantity,
      unit_amount,
      amount: unit_amount * quantity,
      tax: taxFor(offer.contents, catalogue.rates, price?.tax_included ?? null),
      interval: price?.interval ?? null,
      subscription_id,
      trial_days,
      access_expires_at,
      gift,
      contents: offer.contents,
      plan,
    }
  })
  const charged = foundItems
    .filter(({ requested }) => !requested.gift)
    .map(({ offer, price }) => price ?? offer)
  return { currency: commonOf([...charged.map(each => each.currency), currency]), country, now, lines }
}

const atOnce = { trial_days: null, plan: null }
const free = { ...atOnce, unit_amount: 0 }

interface FoundItem {
  requested: RequestedItem
  offer: Catalogue['offers'][number]
  price: Price | null
}

/** The offers and prices of the wanted items; refuses those that are not sold. */
function foundIn(
  catalogue: Catalogue,
  requestedItems: readonly RequestedItem[],
  { now, archived = false, isGift = false, pathOf = index => `body.items.${index}.` }: BasketOptions,
): FoundItem[] {
  const isSold = ({ status }: Offer | Price) =>
    isGift || status === 'active' || (archived && status === 'archived')
  const offers = new Map(catalogue.offers.filter(isSold).map(offer => [offer.id, offer]))
  const prices = new Map(catalogue.prices.filter(isSold).map(price => [price.id, price]))
  const priceOf = ({ offer_id, price_id }: RequestedItem) => {
    const price = price_id ? prices.get(price_id) : undefined
    return price?.offer_id === offer_id ? price : null
  }
  refuseWhere(refusals.offer_unknown, requestedItems, ({ offer_id }, index) =>
    offers.has(offer_id)
      ? null
      : { path: `${pathOf(index)}offer_id`, message: `this school has no active offer ${offer_id}` },
  )
  refuseWhere(refusals.offer_not_on_sale, requestedItems, ({ offer_id }, index) =>
    isGift || archived || saleAt(offers.get(offer_id)!, now) === 'open'
      ? null
      : { path: `${pathOf(index)}offer_id`, message: `it is not the time in which ${offer_id} is sold` },
  )
  refuseWhere(refusals.price_unknown, requestedItems, (requested, index) =>
    !requested.price_id || priceOf(requested)
      ? null
      : {
          path: `${pathOf(index)}price_id`,
          message: `its offer has no active price ${requested.price_id}`,
        },
  )
  return requestedItems.map(requested => ({
    requested,
    offer: offers.get(requested.offer_id)!,
    price: priceOf(requested),
  }))
}

function refuseWhere(
  refusal: Refusal,
  requestedItems: readonly RequestedItem[],
  wrong: (requested: RequestedItem, index: number) => RefusalDetail | null,
): void {
  const details = requestedItems.flatMap((requested, index) => wrong(requested, index) ?? [])
  if (details.length) throw new Refused(refusal, undefined, { details })
}

/** The common currency; amounts of different currencies are never added. */
function commonOf(currencies: readonly (string | undefined)[]): string {
  const [currency, ...others] = new Set(currencies.filter(each => each !== undefined))
  if (currency === undefined || others.length) throw new Refused(refusals.currencies_mixed)
  return currency
}

export type Totals = Pick<
  Order,
  'amount' | 'items_amount' | 'discount_amount' | 'tax_added_amount' | 'tax_included_amount' | 'taxes'
>
/** What an order takes over from its basket. */
export type Priced = Totals &
  Pick<Order, 'items' | 'currency' | 'country' | 'discount'> & { instalments: Instalment[] | null }

/** The items of a basket with their shares of discount and tax, and the sums. Refuses a sum above the maximum. */
export function priced(basket: Basket, { discount }: { discount: Discount | null }): Priced {
  const { currency, country, lines, now } = basket
  const sums = sumsOf(lines, discount)
  return { ...sums, currency, country, discount, instalments: plannedInstalments(lines, sums.items, now) }
}

/** The items of an order as lines of a basket: they keep their prices, and the tax rates of their day. */
export const linesOf = (order: Pick<Order, 'items' | 'taxes'>): Line[] =>
  order.items.map(item => {
    const { discount_amount, tax, ...line } = item
    return { ...line, tax: taxOf(order, item), plan: null }
  })

/** The items and sums of an order with other lines or another discount; its instalments keep their proportions. */
export function repriced(
  { instalments }: Pick<Priced, 'instalments'>,
  lines: readonly Line[],
  discount: Discount | null,
): Omit<Priced, 'currency' | 'country'> {
  const sums = sumsOf(lines, discount)
  return { ...sums, discount, instalments: rescheduled(instalments, sums.amount) }
}

function sumsOf(lines: readonly Line[], discount: Discount | null): Totals & Pick<Order, 'items'> {
  const items_amount = sumOf(lines.map(({ amount }) => amount))
  refuseTooLarge(items_amount)
  const discounts = discountShares(lines, discount)
  const items = lines.map(({ plan, tax, ...line }, index): OrderItem => {
    const discount_amount = discounts[index]!
    return { ...line, discount_amount, tax: tax && taxAmount(line.amount - discount_amount, tax) }
  })
  const discount_amount = sumOf(discounts)
  const taxes = taxSums(
    items,
    lines.map(({ tax }) => tax),
  )
  const amount = items_amount - discount_amount + taxes.tax_added_amount
  refuseTooLarge(amount)
  return { items, amount, items_amount, discount_amount, ...taxes }
}

/** Each item's share of the discount, in proportion to the amounts of the items that it applies to. */
function discountShares(lines: readonly Line[], discount: Discount | null): number[] {
  const none = lines.map(() => 0)
  if (!discount) return none
  const { offer_ids, percent, amount_off } = discount
  const applies = ({ offer_id }: Line) => offer_ids.length === 0 || offer_ids.includes(offer_id)
  const amounts = lines.map(line => (applies(line) ? line.amount : 0))
  const total = sumOf(amounts)
  const off = percent === null ? Math.min(amount_off ?? 0, total) : partOf(total, percent * 100)
  return off === 0 ? none : share(off, amounts)
}
