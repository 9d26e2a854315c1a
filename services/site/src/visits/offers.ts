// What commerce says about the offers of a page. A page does not wait long for it, and shows what it said last while it
// is away.
import { maxFacts, type OfferFacts, offerFacts } from '@lms/commerce/contract'
import { inTime, type Work } from '@lms/service-host'
import { LRUCache } from 'lru-cache'
import { offerKey } from '../rendering/context.ts'

export interface OfferIndex {
  /** By `offerKey`. */
  facts: ReadonlyMap<string, OfferFacts>
  /** Whether commerce has just said so. */
  fresh: boolean
}

type OfferReference = { offer_id: OfferFacts['offer_id']; price_id: OfferFacts['price_id'] }

const last = new LRUCache<string, OfferFacts>({ max: 10_000 })

export async function offersOf(
  references: readonly OfferReference[],
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<OfferIndex> {
  if (references.length === 0) return { facts: new Map(), fresh: true }
  const offers = references.slice(0, maxFacts)
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { find } = runtime.client('commerce', { offerFacts }, scope).offerFacts
  const answer = await inTime(find({ body: { offers } }).catch(() => null))
  const cacheKey = (key: string) => `${work.school} ${key}`
  if (answer) for (const one of answer.offers) last.set(cacheKey(keyOf(one)), one)
  const knownOffers = answer ? answer.offers : offers.flatMap(each => last.get(cacheKey(keyOf(each))) ?? [])
  return { facts: new Map(knownOffers.map(each => [keyOf(each), each])), fresh: answer !== null }
}

const keyOf = ({ offer_id, price_id }: OfferReference) => offerKey(offer_id, price_id)
