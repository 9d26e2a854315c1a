import { oneOf, refuse, text } from '@lms/contract'
import { z } from 'zod'
import { paymentLifecycle } from '../../objects/payment.lifecycle.ts'
import { Payment } from '../../objects/payment.object.ts'

/** The answer of an operation that charges: how far the payment is. */
export const Charge = z.object({
  id: Payment.shape.id,
  status: oneOf(paymentLifecycle.states),
  redirect_url: text(2000)
    .nullable()
    .describe("The provider's page, to which the person goes; null for none."),
  failure: Payment.shape.failure,
})
export type Charge = z.infer<typeof Charge>

export const chargeRefusals = refuse({
  payment_under_way: {
    status: 409,
    when: 'a payment of the order is under way, and together with it more would be paid than is due',
    message: 'A payment of this order is under way. Wait for its outcome.',
  },
  nothing_due: {
    status: 409,
    when: 'the amount is 0 or larger than what is due',
    message: 'The order has less to pay, or nothing. Read the order again.',
  },
  provider_unusable: {
    status: 409,
    when: 'the payment provider is inactive, does not take the currency, or is a test connection of a live school or a live one of a school in test mode',
    message: 'This payment provider does not take this payment. Choose another one.',
  },
  method_unusable: {
    status: 409,
    when: 'the saved card is gone, or belongs to another person or provider',
    message: 'This saved card cannot be charged. Save another one.',
  },
})
