// A condition: the person has bought an offer, such as a higher tariff of the course.
import { reference } from '@lms/contract'
import { z } from 'zod'
import type { Kind } from './facts.ts'

export const OfferCondition = z.strictObject({
  kind: z.literal('offer'),
  offer_id: reference(['off']).describe('The offer to have bought.'),
})

export const offerKind: Kind<z.infer<typeof OfferCondition>> = {
  opens_by: 'purchase',
  ref: ({ offer_id }) => offer_id,
  metAt: ({ offer_id }, { offers }) => offers.get(offer_id) ?? null,
}
