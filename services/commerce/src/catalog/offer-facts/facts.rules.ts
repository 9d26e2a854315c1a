// What a page says about an offer. Pure: no clock, database or request.
import { amountNow } from '../../sales/pricing/due-now.ts'
import type { Offer } from '../offers/offer.contract.ts'
import type { Price } from '../offers/price.contract.ts'
import type { OfferFacts } from './facts.contract.ts'

/** The facts of an offer at this price, or at its own amount for null. */
export function factsOf(offer: Offer, price: Price | null, now: string): OfferFacts {
  const amount = price ? amountNow(price, now) : offer.amount
  const usual = price?.amount ?? offer.amount
  return {
    offer_id: offer.id,
    price_id: price?.id ?? null,
    name: offer.name,
    description: offer.description,
    image_file_id: offer.image_file_id,
    variant: price?.name ?? '',
    amount,
    struck_amount: amount < usual ? usual : null,
    currency: (price ?? offer).currency,
    interval: price?.interval ?? null,
    instalments: price?.instalments?.length ?? null,
    available: offer.status === 'active' && (price?.status ?? 'active') === 'active',
    changes_at: price && nextChange(price, now),
  }
}

/** When the early price begins or ends next. */
const nextChange = ({ early_starts_at, early_ends_at }: Price, now: string): string | null =>
  [early_starts_at, early_ends_at].find(time => time !== null && time > now) ?? null
