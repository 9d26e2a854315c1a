// Saved cards, to charge again without the person. No operation gives them out; subscriptions show theirs.
import { id, stamps, text } from '@lms/contract'
import { z } from 'zod'

export const PaymentMethod = z.object({
  id: id('pmt'),
  user_id: id('usr'),
  provider_id: id('pvd'),
  brand: text(30).describe('visa, mastercard …'),
  last4: text(4).describe('The last digits of the card.'),
  expires: text(7).nullable().describe('The month of its end: 2030-01. Null if it does not expire.'),
  ...stamps,
})
export type PaymentMethod = z.infer<typeof PaymentMethod>
