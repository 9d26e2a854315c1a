import {
  amount,
  atMost,
  crud,
  currency,
  full,
  id,
  oneOf,
  reference,
  refuse,
  stamps,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { httpsAddress } from '../../settings/https-address.ts'

/** Maximum seats of an offer: each order of it counts all. */
export const maxSeats = 20_000

export const offerStates = ['draft', 'active', 'archived'] as const

export const Offer = z.object({
  id: id('off'),
  name: text(200, 1)
    .meta({ examples: ['Course'] })
    .describe("What buyers read on the offer's page, in the order and on the receipt."),
  description: text(10_000).describe("Shown on the offer's page, below its name; empty for none."),
  amount: amount('The price of the offer, where no price variant is chosen.'),
  currency: currency(),
  image_file_id: reference(['fil'], { except: ['uploading', 'checking', 'rejected'] })
    .nullable()
    .describe('The picture of the offer: a ready file.'),
  status: oneOf(offerStates).describe('Only an active offer can be ordered.'),
  return_url: httpsAddress()
    .nullable()
    .describe(
      'Where its buyers go on after paying, in place of `orders.learn_url` of the settings: an address on a domain of the school, or below one.',
    ),
  sale_starts_at: timestamp().nullable().describe('It can be ordered from this time on; null for at once.'),
  sale_ends_at: timestamp().nullable().describe('It can be ordered until this time; null for no end.'),
  seats: z
    .int()
    .min(1)
    .max(maxSeats)
    .nullable()
    .describe(
      'How often it can be sold: orders that are paid or wait for their payment take seats, a gift each one of its own; null for no bound. A late payment of an expired order counts beyond.',
    ),
  ...stamps,
})
export type Offer = z.infer<typeof Offer>

export const itemKinds = ['course', 'group', 'webinar', 'other'] as const

export const OfferItem = z.object({
  id: id('ofi'),
  offer_id: id('off'),
  kind: oneOf(itemKinds).describe(
    'The kind of the item: a course, a place in a group or flow, a webinar, or other.',
  ),
  resource_id: reference(['crs', 'grp', 'wbn'])
    .nullable()
    .describe('The id of the course, group or webinar; null for other.'),
  name: text(200, 1).describe('What the buyer reads in the list of what the offer contains.'),
  term_days: z.int().min(1).max(36_500).nullable().describe('The duration of the access; null for no end.'),
  ...stamps,
})
export type OfferItem = z.infer<typeof OfferItem>

/** An item of an offer at the time of an order: what the order gives once it is paid. */
export const Content = OfferItem.pick({ kind: true, resource_id: true, name: true, term_days: true })
export type Content = z.infer<typeof Content>

const maxOffers = 10_000
/** Maximum items of an offer: bounded, because every order and its events contain them. */
export const maxOfferItems = 50

export const refusals = refuse({
  offers_limit_reached: full(maxOffers, 'offers', 'Delete one that was never ordered.'),
  offer_items_limit_reached: {
    status: 409,
    when: 'the offer has the maximum number of items',
    message: `An offer has at most ${maxOfferItems} items. Put the others into another offer.`,
  },
  return_url_foreign: {
    status: 422,
    when: 'return_url is on no active domain of the school',
    message: 'return_url must be on an active domain of the school, or below one. See details.',
  },
  sale_order: {
    status: 422,
    when: 'sale_ends_at is not later than sale_starts_at',
    message: 'sale_ends_at must be later than sale_starts_at.',
  },
  currency_unset: {
    status: 422,
    when: 'the offer names no currency, and the school has none',
    message:
      'Name the currency of the offer, or set that of the school in the section site: PATCH /v1/settings.',
  },
  resource_invalid: {
    status: 422,
    when: 'resource_id does not match the kind of the item',
    message:
      'resource_id must match kind: a course (crs_…), a group (grp_…) or a webinar (wbn_…); for other it must be null.',
  },
  offer_promoted: {
    status: 409,
    when: 'promo codes reference the offer',
    message: 'Promo codes reference this offer. Change or delete them first; see details.',
  },
  offer_sold: {
    status: 409,
    when: 'orders contain the offer, or gifts give it',
    message:
      'Orders or gifts contain this offer, so it cannot be deleted. Archive it: PATCH {"status": "archived"}.',
  },
})

const declared = crud('/v1/offers', Offer, {
  names: ['an offer', 'offers'],
  bound: atMost(maxOffers, refusals.offers_limit_reached),
  summaries: {
    update: 'Change an offer; existing orders keep their price',
    delete: 'Delete an offer that was never ordered',
  },
  publishable: true,
  defaults: {
    description: '',
    status: 'active',
    return_url: null,
    sale_starts_at: null,
    sale_ends_at: null,
    seats: null,
  },
  filters: ['currency', 'amount'],
  sorts: ['created_at', 'updated_at', 'name', 'amount'],
  refuses: {
    create: [refusals.currency_unset, refusals.sale_order, refusals.return_url_foreign],
    update: [refusals.sale_order, refusals.return_url_foreign],
    delete: [refusals.offer_sold, refusals.offer_promoted],
  },
  examples: {
    create: { name: 'Course', amount: 4900, currency: 'EUR' },
    update: { amount: 5900 },
  },
})

export const offers = {
  ...declared,
  create: {
    ...declared.create,
    body: declared.create.body.extend({
      currency: currency()
        .optional()
        .describe('Default: that of the school, in the section `site` of the settings.'),
    }),
  },
}

export const offerItems = crud('/v1/offers/{id}/items', OfferItem, {
  item: 'itemId',
  names: ['an item of an offer', 'items'],
  bound: atMost(maxOfferItems, refusals.offer_items_limit_reached),
  summaries: {
    list: 'List the items of an offer',
    create: 'Add an item to an offer',
    delete: 'Remove an item from an offer',
  },
  publishable: true,
  readOnly: ['offer_id'],
  filters: ['resource_id'],
  sorts: ['created_at', 'name'],
  defaultSort: 'created_at',
  refuses: {
    create: [refusals.resource_invalid],
    update: [refusals.resource_invalid],
  },
  examples: {
    create: { kind: 'course', name: 'Lessons' },
    update: { name: 'All lessons' },
  },
})
