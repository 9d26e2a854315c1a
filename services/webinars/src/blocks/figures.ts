// Blocks with what is not theirs: the answers to polls, and the present prices of offers.
import { offerFacts } from '@lms/commerce/contract'
import { ApiError, type Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { RoomBlock } from './block.contract.ts'
import type { BlockRow } from './block.store.ts'

type At = Pick<Work, 'work' | 'runtime'>

export async function withFigures(
  rows: readonly BlockRow[],
  ctx: At,
  { blocks }: Pick<Stores, 'blocks'>,
): Promise<RoomBlock[]> {
  const [withResults, prices] = await Promise.all([blocks.withResults(rows), pricesOf(rows, ctx)])
  return withResults.map(block => ({ ...block, price: prices.get(block.offer_id ?? '') ?? null }))
}

/** The prices of the offers of sales, by offer; none while commerce is away: the page where it is bought has them. */
async function pricesOf(
  rows: readonly BlockRow[],
  { work, runtime }: At,
): Promise<Map<string, NonNullable<RoomBlock['price']>>> {
  const ids = [...new Set(rows.flatMap(({ offer_id }) => offer_id ?? []))]
  if (ids.length === 0 || !runtime.config.serviceAddresses.commerce) return new Map()
  const scope = { school: work.school, requestId: work.origin.requestId }
  const offers = ids
    .slice(0, maxOffers)
    .map(offer_id => ({ offer_id: offer_id as Id<'off'>, price_id: null }))
  const facts = await runtime
    .client('commerce', { offerFacts }, scope)
    .offerFacts.find({ body: { offers } })
    .catch(error => {
      if (error instanceof ApiError && error.status >= 500) return { offers: [] }
      throw error
    })
  return new Map(
    facts.offers.map(({ offer_id, amount, struck_amount, currency }) => [
      offer_id,
      { amount, struck_amount, currency },
    ]),
  )
}
/** Offers that commerce is asked about in one call. */
const maxOffers = 50
