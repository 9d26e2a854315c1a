// Offers, prices and orders for tests of pure rules.
import { newId, Refused } from '@lms/contract'
import type { Content, Offer } from '../catalog/offers/offer.contract.ts'
import type { Price } from '../catalog/offers/price.contract.ts'
import type { Discount } from '../objects/order.object.ts'
import { newOrderFor } from '../sales/order-model/order.rules.ts'
import {
  type Basket,
  basketOf,
  type Catalogue,
  priced,
  type RequestedItem,
} from '../sales/pricing/pricing.ts'

export const now = '2026-05-01T10:00:00.000+00:00'
const stamps = { version: 1, created_at: now, updated_at: now }

export type OfferWithContents = Offer & { contents: Content[] }
export const offer = (fields: Partial<OfferWithContents> = {}): OfferWithContents => ({
  id: newId('off'),
  name: 'Course',
  description: '',
  amount: 1000,
  currency: 'EUR',
  image_file_id: null,
  return_url: null,
  sale_starts_at: null,
  sale_ends_at: null,
  seats: null,
  status: 'active',
  contents: [],
  ...stamps,
  ...fields,
})

export const priceOf = ({ id }: Offer, fields: Partial<Price> = {}): Price => ({
  id: newId('prc'),
  offer_id: id,
  name: '',
  amount: 700,
  currency: 'EUR',
  interval: null,
  trial_days: null,
  early_amount: null,
  early_starts_at: null,
  early_ends_at: null,
  tax_included: null,
  instalments: null,
  status: 'active',
  ...stamps,
  ...fields,
})

export const discountOf = (fields: Partial<Discount>): Discount => ({
  kind: 'manual',
  promo_code_id: null,
  code: null,
  offer_ids: [],
  percent: null,
  amount_off: null,
  reason: '',
  ...fields,
})

export const catalogue = (fields: Partial<Catalogue>): Catalogue => ({
  offers: [],
  prices: [],
  country: null,
  rates: [],
  ...fields,
})

/** The basket of these offers at their own prices, or of what is wanted. */
export const basket = (
  offers: OfferWithContents[],
  {
    items,
    quantity = 1,
    ...fields
  }: { items?: RequestedItem[]; quantity?: number } & Partial<Catalogue> = {},
): Basket =>
  basketOf(items ?? offers.map(({ id }) => ({ offer_id: id, quantity })), catalogue({ offers, ...fields }), {
    now,
    newId: () => newId('ori'),
  })

export const orderOf = (offers: OfferWithContents[], quantity = 1) =>
  newOrderFor(
    priced(basket(offers, { quantity }), { discount: null }),
    { id: newId('ord'), number: 1, user_id: newId('usr') },
    now,
  )

/** The reason of the refusal, or null. */
export const reasonOf = (work: () => unknown): string | null => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refused) return error.refusal.reason
    throw error
  }
  return null
}
