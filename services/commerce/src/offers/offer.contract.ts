import {
  A,
  amount,
  C,
  currency,
  deleted,
  filter,
  G,
  id,
  L,
  LN,
  M,
  oneOf,
  reference,
  refuse,
  resource,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'

export const offerStates = ['draft', 'active', 'archived'] as const

export const Offer = z.object({
  id: id('off'),
  name: text(200).meta({ examples: ['Course'] }),
  description: text(10_000),
  amount: amount(),
  currency: currency(),
  status: oneOf(offerStates).describe('Only an active offer can be ordered.'),
  version: z.int(),
  created_at: timestamp(),
  updated_at: timestamp(),
})
export type Offer = z.infer<typeof Offer>

export const itemKinds = ['course', 'group', 'webinar', 'other'] as const

export const OfferItem = z.object({
  id: id('ofi'),
  offer_id: id('off'),
  kind: oneOf(itemKinds).describe(
    'What is sold: a course, a place in a group or flow, a webinar, anything else.',
  ),
  resource_id: text(40).nullable().describe('The id of the course, group or webinar; of anything else null.'),
  name: text(200),
  term_days: z.int().nullable().describe('How long the access lasts; null for ever.'),
  version: z.int(),
  created_at: timestamp(),
  updated_at: timestamp(),
})
export type OfferItem = z.infer<typeof OfferItem>

/** An item of an offer as it was when it was ordered: what the order gives once it is paid. */
export const Content = OfferItem.pick({ kind: true, resource_id: true, name: true, term_days: true })
export type Content = z.infer<typeof Content>

/** Items an offer can have: bounded, because they travel with every order and its events. */
export const mostOfferItems = 50

export const refusals = refuse({
  offer_full: {
    status: 409,
    when: 'the offer has as many items as it can have',
    message: `An offer has at most ${mostOfferItems} items. Make another offer of the rest.`,
  },
  resource_unfit: {
    status: 422,
    when: 'resource_id is not of the kind that the item has',
    message:
      'resource_id must name what kind says: a course (crs_…), a group (grp_…), a webinar (wbn_…); of other it is null.',
  },
  offer_sold: {
    status: 409,
    when: 'the offer stands in orders',
    message: 'This offer stands in orders and cannot be deleted. Archive it: PATCH {"status": "archived"}.',
  },
})

const termDays = () => z.int().min(1).max(36_500)
const resourceId = () => reference(['crs', 'grp', 'wbn'])

export const offers = resource({
  list: L('GET /v1/offers', {
    summary: 'List offers',
    permission: 'offers:read',
    publishable: true,
    returns: Offer,
    list: {
      filters: {
        currency: filter.text,
        amount: filter.integer,
      },
      sorts: ['created_at', 'updated_at', 'name', 'amount'],
    },
  }),
  create: C('POST /v1/offers', {
    summary: 'Create an offer',
    permission: 'offers:write',
    body: z.strictObject({
      name: text(200, 1),
      description: text(10_000).default(''),
      amount: amount(),
      currency: currency(),
      status: oneOf(offerStates).default('active'),
    }),
    example: { name: 'Course', amount: 4900, currency: 'EUR' },
    returns: Offer,
  }),
  get: G('GET /v1/offers/{id}', {
    summary: 'Get an offer',
    permission: 'offers:read',
    publishable: true,
    returns: Offer,
  }),
  change: M('PATCH /v1/offers/{id}', {
    summary: 'Change an offer; orders made before keep their price',
    permission: 'offers:write',
    body: z.strictObject({
      name: text(200, 1).optional(),
      description: text(10_000).optional(),
      amount: amount().optional(),
      currency: currency().optional(),
      status: oneOf(offerStates).optional(),
    }),
    example: { amount: 5900 },
    returns: Offer,
  }),
  remove: M('DELETE /v1/offers/{id}', {
    summary: 'Delete an offer that was never ordered',
    permission: 'offers:write',
    returns: deleted(id('off')),
    refuses: [refusals.offer_sold],
  }),
})

export const offerItems = resource({
  list: LN('GET /v1/offers/{id}/items', {
    summary: 'List what an offer consists of',
    permission: 'offers:read',
    publishable: true,
    returns: OfferItem,
    list: {
      filters: { resource_id: filter.text },
      sorts: ['created_at', 'name'],
      defaultSort: 'created_at',
    },
  }),
  create: A('POST /v1/offers/{id}/items', {
    summary: 'Add an item to an offer',
    permission: 'offers:write',
    body: z.strictObject({
      kind: oneOf(itemKinds),
      resource_id: resourceId().nullish(),
      name: text(200, 1),
      term_days: termDays().nullish(),
    }),
    example: { kind: 'course', name: 'Lessons' },
    returns: OfferItem,
    refuses: [refusals.offer_full, refusals.resource_unfit],
  }),
  get: G('GET /v1/offers/{id}/items/{itemId}', {
    summary: 'Get an item of an offer',
    permission: 'offers:read',
    publishable: true,
    returns: OfferItem,
  }),
  change: M('PATCH /v1/offers/{id}/items/{itemId}', {
    summary: 'Change an item of an offer',
    permission: 'offers:write',
    body: z.strictObject({
      kind: oneOf(itemKinds).optional(),
      resource_id: resourceId().nullable().optional(),
      name: text(200, 1).optional(),
      term_days: termDays().nullable().optional(),
    }),
    example: { name: 'All lessons' },
    returns: OfferItem,
    refuses: [refusals.resource_unfit],
  }),
  remove: M('DELETE /v1/offers/{id}/items/{itemId}', {
    summary: 'Take an item out of an offer',
    permission: 'offers:write',
    returns: deleted(id('ofi')),
  }),
})
