// A condition: the person has bought an offer, such as a higher tariff of the course.
import type { z } from 'zod'
import type { OfferCondition } from './condition-schema.ts'
import type { Kind } from './facts.ts'

export const offerKind: Kind<z.infer<typeof OfferCondition>> = {
  opens_by: 'purchase',
  ref: ({ offer_id }) => offer_id,
  metAt: ({ offer_id }, { offers }) => offers.get(offer_id) ?? null,
}
