// What a page of the school says about an offer: the site asks for it when it renders a block with an offer.
import { amount, currency, I, id, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { Offer } from '../offers/offer.contract.ts'
import { Interval } from '../offers/price.contract.ts'

/** Maximum offers of one question. */
export const maxFacts = 50

/** An offer at one of its prices. */
const OfferChoice = z.object({
  offer_id: id('off'),
  price_id: id('prc').nullable().describe('Null for the amount of the offer itself.'),
})

export const OfferFacts = OfferChoice.extend({
  name: Offer.shape.name,
  description: Offer.shape.description,
  image_file_id: Offer.shape.image_file_id,
  variant: text(200).describe('The name of the price; empty for the amount of the offer itself.'),
  amount: amount('The present price, without taxes that are added to it.'),
  struck_amount: amount('The usual price, while an early price is valid.').nullable(),
  currency: currency(),
  interval: Interval.nullable().describe('The period of a subscription; null for a price that is paid once.'),
  instalments: z.int().nullable().describe('The number of parts in which it is paid; null for one payment.'),
  available: z.boolean().describe('Whether it can be bought now.'),
  changes_at: timestamp().nullable().describe('When the early price begins or ends; null for never.'),
})
export type OfferFacts = z.infer<typeof OfferFacts>

export const offerFacts = resource({
  find: I('POST /internal/offers/facts', {
    summary: 'What pages say about offers',
    callers: ['site', 'webinars'],
    permission: null,
    body: z.object({ offers: z.array(OfferChoice).max(maxFacts) }),
    returns: z.object({
      offers: z.array(OfferFacts).describe('In the order of the question, without what does not exist.'),
    }),
  }),
})
