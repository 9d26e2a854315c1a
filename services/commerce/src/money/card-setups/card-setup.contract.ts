// Attempts to save a card without a charge, for what an order has started and no card pays yet: free days, above all. No
// operation gives them out; the payment page shows how the last one went.
import { id, lifecycle, stamps, statusOf } from '@lms/contract'
import { z } from 'zod'
import { Failure } from '../../objects/payment.object.ts'

/** A success that arrives after a failure counts, as with payments: the card is there. */
export const cardSetupLifecycle = lifecycle({
  pending: { succeed: 'succeeded', fail: 'failed' },
  succeeded: {},
  failed: { succeed: 'succeeded' },
})

export const CardSetup = z.object({
  id: id('cst'),
  user_id: id('usr'),
  order_id: id('ord').describe('The order on whose page the card was entered.'),
  provider_id: id('pvd'),
  status: statusOf(cardSetupLifecycle),
  failure: Failure.nullable(),
  ...stamps,
})
export type CardSetup = z.infer<typeof CardSetup>
