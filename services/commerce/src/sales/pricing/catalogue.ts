// What the price of a basket follows from, read in one round trip.
import type { Stores } from '../../builder.ts'
import type { OffersOnTerms } from '../../catalog/offers/offer.store.ts'
import type { PriceRow } from '../../catalog/offers/price.store.ts'
import type { RequestedItem } from './pricing.ts'

export interface PresentCatalogue extends OffersOnTerms {
  prices: PriceRow[]
}

/**
 * The offers and prices of the wanted items, the tax rates of the country, or of the school's own one for null, and the
 * school's terms.
 */
export async function catalogueOf(
  items: readonly Pick<RequestedItem, 'offer_id' | 'price_id'>[],
  country: string | null,
  stores: Pick<Stores, 'offers' | 'prices'>,
): Promise<PresentCatalogue> {
  const offerIds = new Set(items.map(({ offer_id }) => offer_id))
  const priceIds = new Set(items.flatMap(({ price_id }) => price_id ?? []))
  const [onTerms, prices] = await Promise.all([
    stores.offers.onTerms([...offerIds], country),
    stores.prices.many([...priceIds]),
  ])
  return { ...onTerms, prices }
}

/** The same, for an order that is now made: its prices are sold, and nobody changes them any more. */
export const sellCatalogue = async (
  catalogue: PresentCatalogue,
  { prices }: Pick<Stores, 'prices'>,
): Promise<PresentCatalogue> => ({ ...catalogue, prices: await prices.sell(catalogue.prices) })
