// A basket that somebody asks about without ordering it.
import { type Caller, type Id, newId, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { refusals } from '../../sales/pricing/basket.contract.ts'
import { buyerOf } from '../../sales/pricing/buyer.ts'
import { catalogueOf } from '../../sales/pricing/catalogue.ts'
import { type Basket, basketOf, type RequestedItem } from '../../sales/pricing/pricing.ts'
import type { Entry } from './discount.rules.ts'
import { entryOf } from './entered-code.ts'

interface BasketRequest extends Pick<Work, 'now' | 'runtime' | 'work'> {
  /** Null for a visitor of a page, who names nobody. */
  readonly caller: Pick<Caller, 'kind' | 'role' | 'user'> | null
  readonly body: {
    user_id: Id<'usr'> | null
    items: readonly RequestedItem[]
    country: Parameters<typeof catalogueOf>[1]
    promo_code?: string | null
  }
}

/** The basket at present prices, and its promo code if the body has one; refuses an unknown person, and a student who names another. Reads only. */
export async function quoteBasket(
  ctx: BasketRequest,
  stores: Stores,
): Promise<{ basket: Basket; entry: Entry | null }> {
  const { caller, body, now, runtime } = ctx
  const { items, country } = body
  const user_id = caller && buyerOf(body.user_id, caller)
  const [userExists, catalogue, entry] = await Promise.all([
    user_id === null || stores.people.exists(user_id, runtime),
    catalogueOf(items, country, stores),
    entryOf({ ...body, user_id }, ctx, stores),
  ])
  if (!userExists) throw new Refused(refusals.user_unknown)
  return { basket: basketOf(items, catalogue, { now, newId: () => newId('ori') }), entry }
}
