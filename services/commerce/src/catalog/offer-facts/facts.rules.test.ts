import { newId } from '@lms/contract'
import type { Offer } from '../offers/offer.contract.ts'
import type { Price } from '../offers/price.contract.ts'
import { factsOf } from './facts.rules.ts'

const now = '2026-11-22T10:00:00.000+00:00'
const [before, soon, later] = ['2026-11-21', '2026-11-23', '2026-11-30'].map(
  day => `${day}T10:00:00.000+00:00`,
) as [string, string, string]
const stamps = { version: 1, created_at: before, updated_at: before }

const offer: Offer = {
  id: newId('off'),
  name: 'Course',
  description: '',
  amount: 10_000,
  currency: 'EUR',
  image_file_id: null,
  return_url: null,
  sale_starts_at: null,
  sale_ends_at: null,
  seats: null,
  status: 'active',
  ...stamps,
}
const price: Price = {
  id: newId('prc'),
  offer_id: offer.id,
  name: 'Early',
  amount: 9000,
  currency: 'USD',
  interval: null,
  trial_days: null,
  early_amount: null,
  early_starts_at: null,
  early_ends_at: null,
  tax_included: null,
  instalments: null,
  status: 'active',
  ...stamps,
}
const early = { early_amount: 5000, early_ends_at: later }

test.each([
  [
    'its own amount',
    {},
    null,
    { amount: 10_000, currency: 'EUR', variant: '', struck_amount: null, available: true },
  ],
  [
    'a price',
    {},
    {},
    { amount: 9000, currency: 'USD', variant: 'Early', struck_amount: null, changes_at: null },
  ],
  ['an early price', {}, early, { amount: 5000, struck_amount: 9000, changes_at: later }],
  [
    'an early price to come',
    {},
    { ...early, early_starts_at: soon },
    { amount: 9000, struck_amount: null, changes_at: soon },
  ],
  [
    'an early price that is over',
    {},
    { ...early, early_ends_at: now },
    { amount: 9000, struck_amount: null, changes_at: null },
  ],
  ['an archived price', {}, { status: 'archived' }, { available: false }],
  ['a draft', { status: 'draft' }, null, { available: false }],
  [
    'a subscription',
    {},
    { interval: { unit: 'month', count: 1 } },
    { interval: { unit: 'month', count: 1 } },
  ],
  [
    'parts',
    {},
    { instalments: [1, 2].map(part => ({ basis_points: 5000, after_days: part })) },
    { instalments: 2 },
  ],
] as const)('the facts of an offer at %s', (_, ofOffer, ofPrice, facts) => {
  const actual = factsOf(
    { ...offer, ...ofOffer } as Offer,
    ofPrice && ({ ...price, ...ofPrice } as Price),
    now,
  )
  expect(actual).toMatchObject({ offer_id: offer.id, price_id: ofPrice && price.id, ...facts })
})
