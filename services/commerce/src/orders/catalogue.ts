// What the price of a basket follows from, read in one round trip.
import type { Stores } from '../builder.ts'
import type { OfferWithItems } from '../offers/offer.store.ts'
import type { PriceRow } from '../offers/price.store.ts'
import type { TaxRateRow } from '../tax-rates/tax-rate.store.ts'
import type { Wanted } from './pricing.ts'

export interface PresentCatalogue {
  offers: OfferWithItems[]
  prices: PriceRow[]
  /** The country whose taxes apply, and its rates. */
  country: string | null
  rates: TaxRateRow[]
}

/** The offers and prices of the wanted items, and the tax rates of the country. */
export async function catalogueOf(
  wanted: readonly Pick<Wanted, 'offer_id' | 'price_id'>[],
  country: string | null,
  stores: Pick<Stores, 'offers' | 'prices' | 'taxRates'>,
): Promise<PresentCatalogue> {
  const offerIds = new Set(wanted.map(({ offer_id }) => offer_id))
  const priceIds = new Set(wanted.flatMap(({ price_id }) => price_id ?? []))
  const [offers, prices, rates] = await Promise.all([
    stores.offers.withItems([...offerIds]),
    stores.prices.many([...priceIds]),
    country === null ? [] : stores.taxRates.of(country),
  ])
  return { offers, prices, country, rates }
}

/** The same, for an order that is now made: its prices are sold, and nobody changes them any more. */
export const soldFrom = async (
  catalogue: PresentCatalogue,
  { prices }: Pick<Stores, 'prices'>,
): Promise<PresentCatalogue> => ({ ...catalogue, prices: await prices.sell(catalogue.prices) })
