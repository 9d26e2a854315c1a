// What the basket of a checkout costs.
import { newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { Entry } from '../../catalog/promo-codes/discount.rules.ts'
import { discountBasket } from '../../catalog/promo-codes/discounted-basket.ts'
import { refuseTooRich } from '../order-model/order.rules.ts'
import { catalogueOf, sellCatalogue } from '../pricing/catalogue.ts'
import { basketOf, priced, type RequestedItem } from '../pricing/pricing.ts'

interface Quoted {
  items: readonly RequestedItem[]
  country: string | null
  entry: Entry | null
}

/** What a basket costs now; `sells` for an order, whose prices stay as they are from then on. */
export async function quoted(
  { items, country, entry }: Quoted,
  { now }: Pick<Work, 'now'>,
  stores: Stores,
  { sells = false } = {},
) {
  const foundCatalogue = await catalogueOf(items, country, stores)
  const catalogue = sells ? await sellCatalogue(foundCatalogue, stores) : foundCatalogue
  const baseBasket = basketOf(items, catalogue, { now, newId: () => newId('ori') })
  const { basket, discount, codeId } = await discountBasket(baseBasket, entry, stores)
  // No order could contain it.
  refuseTooRich(basket.lines)
  const { expireAfterHours, offers } = foundCatalogue
  return { basket: priced(basket, { discount }), codeId, expireAfterHours, offers }
}
