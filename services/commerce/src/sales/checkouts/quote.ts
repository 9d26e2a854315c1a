// What the basket of a checkout costs.
import { newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { Entry } from '../../catalog/promo-codes/discount.rules.ts'
import { promoted } from '../../catalog/promo-codes/promoted.ts'
import { refuseTooRich } from '../order-model/order.rules.ts'
import { catalogueOf, sellCatalogue } from '../pricing/catalogue.ts'
import { basketOf, priced, type Wanted } from '../pricing/pricing.ts'

interface Quoted {
  items: readonly Wanted[]
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
  const found = await catalogueOf(items, country, stores)
  const catalogue = sells ? await sellCatalogue(found, stores) : found
  const wanted = basketOf(items, catalogue, { now, newId: () => newId('ori') })
  const { basket, discount, codeId } = await promoted(wanted, entry, stores)
  // No order could contain it.
  refuseTooRich(basket.lines)
  return { basket: priced(basket, { discount }), codeId, expireAfterHours: found.expireAfterHours }
}
