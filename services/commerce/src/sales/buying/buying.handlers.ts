import { type Id, newId, Refused } from '@lms/contract'
import { missing, type Work } from '@lms/service-host'
import { type Picture, pictures } from '@lms/site/contract'
import { countingOf } from '../../affiliates/partners/attribution.ts'
import { builder, type Stores } from '../../builder.ts'
import { saleAt } from '../../catalog/offers/offer.rules.ts'
import type { OfferRow } from '../../catalog/offers/offer.store.ts'
import type { Price } from '../../catalog/offers/price.contract.ts'
import type { PriceRow } from '../../catalog/offers/price.store.ts'
import { entryFor, whyNot } from '../../catalog/promo-codes/discount.rules.ts'
import { discountBasket } from '../../catalog/promo-codes/discounted-basket.ts'
import { entryOf } from '../../catalog/promo-codes/entered-code.ts'
import { quoteBasket } from '../../catalog/promo-codes/quoted-basket.ts'
import { pathOf } from '../../money/payment-pages/link.ts'
import { isPayable } from '../../money/providers/available-providers.ts'
import type { NewCheckout } from '../checkouts/checkout.contract.ts'
import { derived, newCheckout } from '../checkouts/checkout.rules.ts'
import { placeOrder, prepareOrder } from '../checkouts/place-order.ts'
import { quoted } from '../checkouts/quote.ts'
import { previewOf } from '../order-model/order.rules.ts'
import { includedIn } from '../order-pages/included.ts'
import { refuseOwned } from '../order-pages/owned.ts'
import type { EntryReason } from '../pricing/entry-refusals.ts'
import { checkGiftable } from '../pricing/giftable.ts'
import { type Basket, priced } from '../pricing/pricing.ts'
import { agreementsOf, requiredAgreements } from './agreement.rules.ts'
import {
  type BuyingPage,
  buying,
  maxChoices,
  type OfferQuery,
  type PriceChoice,
  type Purchase,
  refusals,
} from './buying.contract.ts'
import { attemptIn, purchaseIn, queryIn } from './buying-input.rules.ts'
import { buyingPage } from './buying-page.ts'
import type { Closed } from './closed.words.ts'
import { closedPage } from './closed-page.ts'
import { deliveryOf } from './gift.rules.ts'

export const buyingHandlers = builder.implement(buying, {
  find: async ({ body, now }, { offers }) => ({
    offer_id: await offers.cheapestWith(body.webinar_id, now),
  }),

  show: async ({ body, ...ctx }, stores) => {
    const { offer, closed } = await saleOf(body.offer_id, ctx, stores)
    if (closed) return closedPage(offer, closed, body)
    const attempt = attemptIn(body)
    const page = await factsOf(queryIn(attempt.counted, body.offer_id), offer, ctx, stores).catch(unsold)
    const picture = page.image_file_id && (await pictureOf(page.image_file_id, ctx))
    return buyingPage(page, body, attempt, picture)
  },

  buy: async ({ body, ...ctx }, stores) => {
    const { utm, referrer } = body
    const purchase = purchaseIn(body.fields, body.offer_id)
    const { email, first_name, last_name, country, promo_code, as_gift } = purchase
    const entered = { email, first_name, last_name, country, promo_code }
    const click = await countingOf(body.partner_clicks, stores)
    const checkoutFields = { ...entered, utm, referrer, partner_code: click?.code ?? null }
    const foundEntry = await entryOf({ ...checkoutFields, user_id: null }, ctx, stores)
    const entry = foundEntry && entryFor(body.offer_id, foundEntry)
    const items = itemsOf(purchase)
    const { basket } = await quoted({ ...checkoutFields, items, entry }, ctx, stores)
    if (as_gift) checkGiftable(basket.items)
    refuseChanged(purchase, basket)
    const { time_zone } = await stores.school.get()
    const gift_delivery = deliveryOf(purchase, { amount: basket.amount, time_zone, now: ctx.now })
    const { legal } = await stores.settings.get()
    const required = requiredAgreements(legal, { country: basket.country, as_gift })
    const agreements = agreementsOf(required, purchase.agreed, legal, ctx.now)
    const details = { gift_delivery, company: purchase.company, agreements }
    const completeFields = { ...checkoutFields, phone: null, user_id: null, as_gift, items }
    const checkout = {
      ...newCheckout(completeFields, basket, { id: newId('chk'), user_id: null }, ctx.now),
      ...derived(checkoutFields),
      partner_at: click?.at ?? null,
    }
    const prepared = { ...(await prepareOrder(checkout, ctx, stores)), details }
    if (!as_gift && !purchase.again) await refuseOwned(basket.items, prepared.user_id, ctx)
    const { order } = await placeOrder(stores.checkouts.insert(checkout), prepared, ctx, stores)
    refuseChanged(purchase, order)
    return { payment_path: pathOf(order, ctx) }
  },
})

/** An offer that the school shows, and why it is not sold now; null where it is. */
async function saleOf(offer_id: string, { now }: Pick<Work, 'now'>, { offers, orders }: Stores) {
  const offer = (await offers.find(offer_id)) ?? missing()
  const sale = saleAt(offer, now)
  if (offer.status !== 'active') return missing()
  const isSoldOut = offer.seats !== null && (await orders.seatsTaken(offer.id)) >= offer.seats
  const closed: Closed | null = sale !== 'open' ? sale : isSoldOut ? 'sold_out' : null
  return { offer, closed }
}

/** What the page of an offer says. */
async function factsOf(body: OfferQuery, offer: OfferRow, ctx: Work, stores: Stores): Promise<BuyingPage> {
  const { price_id } = body
  const [price, active, asks_country, asks_code] = await Promise.all([
    price_id ? stores.prices.find(price_id) : null,
    stores.prices.activeOf(body.offer_id, maxChoices - 1),
    stores.taxRates.differ(),
    stores.promoCodes.anyActive(),
  ])
  if (price_id && !price) return missing()
  const chosen = await offerAt(price, body, ctx, stores)
  const { preview, entry, problem, terms } = chosen
  // A link may lead to a price that is beyond the first ones.
  const isBeyond = price !== null && !active.some(({ id }) => id === price_id)
  const others = isBeyond ? [...active.slice(0, maxChoices - 2), price] : active
  const choiceOf = async (each: PriceRow | null): Promise<PriceChoice> => {
    const own = each?.id ?? null
    const at = own === price_id ? chosen : await offerAt(each, body, ctx, stores)
    return { price_id: own, name: each?.name ?? '', ...at.terms }
  }
  const choices = others.length === 0 ? [] : await Promise.all([null, ...others].map(choiceOf))
  const [{ sales, legal, receipts }, payable] = await Promise.all([
    stores.settings.get(),
    isPayable(ctx, stores, preview.currency),
  ])
  return {
    test: sales.mode === 'test',
    payable: payable || preview.amount === 0,
    name: preview.items[0]!.name,
    image_file_id: offer.image_file_id,
    items: preview.items.map(({ name, quantity, amount }) => ({ name, quantity, amount })),
    included: includedIn(preview.items),
    discount_amount: preview.discount_amount,
    tax_added_amount: preview.tax_added_amount,
    tax_included_amount: preview.tax_included_amount,
    ...terms,
    price_id,
    choices,
    country: preview.country,
    asks_country,
    asks_code,
    seats_left: await seatsLeftOf(offer, stores),
    asks_gift: [chosen.terms, ...choices].some(({ interval }) => interval === null),
    as_gift: body.as_gift,
    quantity: body.quantity,
    seller: receipts.seller.name === null ? null : { ...receipts.seller, name: receipts.seller.name },
    legal,
    asks: requiredAgreements(legal, { country: preview.country, as_gift: body.as_gift }),
    promo_code: entry && body.promo_code,
    code_problem: (problem?.reason ?? null) as EntryReason | null,
  }
}

const seatsLeftOf = async (offer: OfferRow, { orders }: Stores): Promise<number | null> =>
  offer.seats ? Math.max(0, offer.seats - (await orders.seatsTaken(offer.id))) : null

/** The offer at a price, or at its own amount, with the promo code if it counts. */
async function offerAt(price: PriceRow | null, body: OfferQuery, ctx: Work, stores: Stores) {
  const { offer_id, quantity } = body
  const items = itemsOf({ offer_id, price_id: price?.id ?? null, quantity })
  const requested = await quoteBasket(
    { ...ctx, caller: null, body: { ...body, items, user_id: null } },
    stores,
  )
  const entered = requested.entry && entryFor(body.offer_id, requested.entry)
  const problem = entered && whyNot(entered, requested.basket, ctx.now)
  const entry = problem ? null : entered
  const { basket, discount } = await discountBasket(requested.basket, entry, stores)
  const preview = previewOf(priced(basket, { discount }), ctx.now)
  const { amount, currency, due_amount, instalments } = preview
  const renewal_amount = price?.interval ? renewalOf(requested.basket, price) : null
  const trial_days = preview.items[0]!.trial_days
  const terms = { amount, currency, due_amount, instalments, renewal_amount, trial_days }
  return { preview, entry, problem, terms: { ...terms, interval: price?.interval ?? null } }
}

const reasonsOfUnsold: readonly string[] = ['offer_unknown', 'price_unknown']
/** An offer that is not sold has no page. */
function unsold(error: unknown): never {
  if (error instanceof Refused && reasonsOfUnsold.includes(error.refusal.reason)) return missing()
  throw error
}

/** The picture of the offer. While the site service is away, people buy without it. */
const pictureOf = (
  file_id: Id<'fil'>,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<Picture | null> =>
  runtime
    .client('site', { pictures }, { school: work.school, requestId: work.origin.requestId })
    .pictures.show({ body: { file_id } })
    .catch(() => null)

/** What each later period costs, without the discount of the first. */
function renewalOf(first: Basket, { amount }: Price): number {
  const lines = first.lines.map(line => ({ ...line, unit_amount: amount, amount: amount * line.quantity }))
  return priced({ ...first, lines }, { discount: null }).amount
}

type Item = NewCheckout['items'][number]
const itemsOf = ({ offer_id, price_id, quantity }: Item) => [{ offer_id, price_id, quantity }]

type Sum = Pick<BuyingPage, 'amount' | 'currency'>
/** Nobody orders at another price than they have seen, no parts or periods unseen, and no gift. */
function refuseChanged(
  { shown, as_gift, price_id }: Pick<Purchase, 'shown' | 'as_gift' | 'price_id'>,
  now: Sum,
): void {
  const isOther =
    shown.amount !== now.amount ||
    shown.currency !== now.currency ||
    shown.as_gift !== as_gift ||
    shown.price_id !== price_id
  if (isOther) throw new Refused(refusals.price_changed)
}
