// A basket that somebody asks about without ordering it.
import { type Id, newId, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { refusals } from '../../sales/pricing/basket.contract.ts'
import { catalogueOf } from '../../sales/pricing/catalogue.ts'
import { type Basket, basketOf, type Wanted } from '../../sales/pricing/pricing.ts'
import type { Entry } from './discount.rules.ts'
import { entryOf } from './entry.ts'

interface Asked extends Pick<Work, 'now' | 'runtime' | 'work'> {
  readonly body: {
    user_id: Id<'usr'> | null
    items: readonly Wanted[]
    country: Parameters<typeof catalogueOf>[1]
    promo_code?: string | null
  }
}

/** The basket at present prices, and its promo code if the body has one; refuses an unknown person. Reads only. */
export async function askedBasket(
  ctx: Asked,
  stores: Stores,
): Promise<{ wanted: Basket; entry: Entry | null }> {
  const { body, now, runtime } = ctx
  const { user_id, items, country } = body
  const [known, catalogue, entry] = await Promise.all([
    user_id === null || stores.people.exists(user_id, runtime),
    catalogueOf(items, country, stores),
    entryOf(body, ctx, stores),
  ])
  if (!known) throw new Refused(refusals.user_unknown)
  return { wanted: basketOf(items, catalogue, { now, newId: () => newId('ori') }), entry }
}
