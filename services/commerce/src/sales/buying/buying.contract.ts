// The page on which a visitor buys one offer: the gateway sets it into the layout at {site_url}/buy/{offer_id}.
import {
  amount,
  country,
  currency,
  enteredFields,
  formVisit,
  fragmentWith,
  I,
  id,
  oneOf,
  pageVisit,
  refuse,
  resource,
  text,
  timestamp,
} from '@lms/contract'
import { User } from '@lms/users/contract'
import { z } from 'zod'
import { Offer } from '../../catalog/offers/offer.contract.ts'
import { Interval } from '../../catalog/offers/price.contract.ts'
import { unpayable } from '../../money/providers/unpayable.ts'
import { agreementKinds, Company } from '../../objects/buyer.object.ts'
import { afterPaymentEvents } from '../../objects/consequence-events.ts'
import { maxInstalmentsOfOrder, maxItems } from '../../objects/order.object.ts'
import { orderCreated, orderPaid } from '../../objects/order-events.ts'
import { paymentSucceeded } from '../../objects/payment.object.ts'
import { Checkout } from '../checkouts/checkout.contract.ts'
import { partnerCode } from '../order-model/partner-code.ts'
import { Included } from '../order-pages/included.ts'
import { ownedRefusals } from '../order-pages/owned.contract.ts'
import { refusals as orderRefusals, pricing } from '../pricing/basket.contract.ts'
import { enteredCode, entryReasons, entryRefusals } from '../pricing/entry-refusals.ts'
import { giftableRefusals, maxGifts } from '../pricing/giftable.ts'

export const OfferQuery = z.object({
  offer_id: id('off'),
  price_id: id('prc').nullable().describe('Null for the amount of the offer itself.'),
  country: country().nullable().describe("Null for the school's own."),
  promo_code: enteredCode().nullable(),
  as_gift: z.boolean().describe('Whether it is bought for others, as codes that they redeem.'),
  quantity: z.int().min(1).max(maxGifts).describe('How many gifts; 1 of what is bought for oneself.'),
})
export type OfferQuery = z.infer<typeof OfferQuery>

/** What the form of the page says. */
export const Purchase = OfferQuery.extend({
  email: User.shape.email.unwrap(),
  first_name: User.shape.first_name,
  last_name: User.shape.last_name,
  gift_email: User.shape.email.describe('To whom the page of a gift is sent; null for nobody.'),
  gift_message: text(300).describe('What the page of a gift says from its buyer.'),
  gift_day: z.iso.date().nullable().describe('When it is sent, in the morning; null for once it is paid.'),
  company: Company.nullable(),
  again: z.boolean().describe('Whether what the person has already is ordered all the same.'),
  agreed: z.array(oneOf(agreementKinds)).max(agreementKinds.length).describe('What was ticked.'),
  shown: z
    .object({
      amount: amount(),
      currency: currency(),
      as_gift: z.boolean(),
      price_id: id('prc').nullable().describe('Its terms: the parts, the period, the free days.'),
    })
    .describe('What the page said.'),
})
export type Purchase = z.infer<typeof Purchase>

/** What of a price is to be paid, and when. */
const terms = {
  amount: amount('What the order will cost.'),
  currency: currency(),
  due_amount: amount('What of it is to be paid at once.'),
  interval: Interval.nullable().describe('The period of a subscription.'),
  trial_days: z.int().nullable().describe('The free days with which it begins.'),
  renewal_amount: amount('What each later period costs.').nullable(),
  instalments: z
    .array(z.object({ due_at: timestamp(), amount: amount() }))
    .max(maxInstalmentsOfOrder)
    .describe('Empty for an order that is due at once.'),
}

const PriceChoice = z.object({
  price_id: id('prc').nullable().describe('Null for the amount of the offer itself.'),
  name: text(200).describe('Empty for the offer itself.'),
  ...terms,
})
export type PriceChoice = z.infer<typeof PriceChoice>

/** Most prices between which a page lets people choose. */
export const maxChoices = 10

export const BuyingPage = z.object({
  test: z.boolean().describe('Whether the school is in test mode.'),
  payable: z.boolean().describe('Whether the order can be paid now.'),
  name: text(200),
  image_file_id: Offer.shape.image_file_id,
  items: z
    .array(z.object({ name: text(200), quantity: z.int(), amount: amount() }))
    .max(maxItems)
    .describe('The offer, and what the promo code gives with it.'),
  included: Included,
  discount_amount: amount(),
  tax_added_amount: amount(),
  tax_included_amount: amount(),
  ...terms,
  price_id: PriceChoice.shape.price_id,
  choices: z
    .array(PriceChoice)
    .max(maxChoices)
    .describe('The prices between which people choose; empty where there is one.'),
  country: country().nullable().describe('The country whose taxes are counted.'),
  asks_country: z.boolean().describe('Whether the taxes differ by country.'),
  asks_code: z.boolean().describe('Whether the school has promo codes.'),
  seats_left: z.int().nullable().describe('How many are left; null without a bound.'),
  asks_gift: z.boolean().describe('Whether it can be bought as a gift: a subscription cannot.'),
  as_gift: z.boolean(),
  quantity: z.int().describe('Of a gift, how many.'),
  seller: z
    .object({ name: text(200), address: text(500).nullable(), tax_id: text(50).nullable() })
    .nullable()
    .describe('Null where the settings name none.'),
  legal: z.object({
    terms_url: text(500).nullable(),
    privacy_url: text(500).nullable(),
    withdrawal_url: text(500).nullable(),
  }),
  asks: z.array(oneOf(agreementKinds)).max(agreementKinds.length).describe('What is to be agreed to.'),
  promo_code: text(40).nullable().describe('The code that is counted.'),
  code_problem: oneOf(entryReasons).nullable().describe('Why the code of the question is not.'),
})
export type BuyingPage = z.infer<typeof BuyingPage>

export const refusals = refuse({
  price_changed: {
    status: 409,
    when: 'the order would cost something else than the page said, be due otherwise, or be a gift where it spoke of none',
    message: 'The price has changed since the page was shown. Show the page again.',
  },
})

/** Why an attempt had no effect, where the page says what to do about it. */
export const explainedAttempts: readonly string[] = [
  'invalid_body',
  'price_changed',
  'payment_unavailable',
  'already_owned',
  'offer_unknown',
  'price_unknown',
  'offer_not_on_sale',
  'offer_sold_out',
  ...entryReasons,
  giftableRefusals.gift_of_subscription.reason,
]

const priced = [...pricing, orderRefusals.instalments_too_many]

export const buying = resource({
  find: I('POST /internal/buying/find', {
    summary: 'The offer that sells a webinar',
    callers: ['webinars'],
    permission: null,
    body: z.object({ webinar_id: id('wbn') }),
    returns: z.object({
      offer_id: id('off')
        .nullable()
        .describe('The cheapest active one with the webinar, of those on sale if any is; null for none.'),
    }),
  }),
  show: I('POST /internal/buying/show', {
    summary: 'The page on which an offer is bought; 404 for one that is not sold',
    callers: ['gateway'],
    permission: null,
    body: z.object({ ...pageVisit, ...formVisit, offer_id: id('off') }),
    returns: fragmentWith(BuyingPage.nullable().describe('Null of an offer that is not sold now.')),
    refuses: priced,
  }),
  buy: I('POST /internal/buying/buy', {
    summary: 'Create a checkout of one offer, and confirm it',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      offer_id: id('off'),
      fields: enteredFields(),
      partner_clicks: z
        .array(z.object({ code: partnerCode(/^[a-z0-9][a-z0-9_-]{0,39}$/), at: timestamp() }))
        .max(5)
        .describe('The links of partners that the visitor has followed, the oldest first.'),
      utm: Checkout.shape.utm,
      referrer: Checkout.shape.referrer,
    }),
    returns: z.object({ payment_path: text(200).describe('The page of the order, paid or not.') }),
    secretAnswer: true,
    refuses: [
      refusals.price_changed,
      ownedRefusals.already_owned,
      orderRefusals.offer_sold_out,
      orderRefusals.user_unknown,
      unpayable.payment_unavailable,
      ...priced,
      ...Object.values(entryRefusals),
      ...Object.values(giftableRefusals),
    ],
    emits: [orderCreated, paymentSucceeded, orderPaid, ...afterPaymentEvents],
  }),
})
