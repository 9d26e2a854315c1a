import { amount, currency, event, id, oneOf, personal, stamps, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { paymentLifecycle } from './payment.lifecycle.ts'

export const paymentMethods = [
  'manual',
  'cash',
  'bank_transfer',
  'card',
  'certificate',
  'none',
  'other',
] as const

/** The classes of declined payments and refunds, the same for all providers. */
export const failureClasses = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'authentication_required',
  'fraud',
  'unavailable',
  'other',
] as const

export const Failure = z.object({
  class: oneOf(failureClasses).describe('Why it was declined, in one word for all providers.'),
  message: text(500).describe('The words of the provider.'),
})
export type Failure = z.infer<typeof Failure>

export const Payment = z.object({
  id: id('pay'),
  order_id: id('ord'),
  user_id: id('usr'),
  subscription_id: id('sbs').nullable().describe('The subscription whose period it pays.'),
  provider_id: id('pvd').nullable().describe('The payment provider; null for money received outside.'),
  status: oneOf(paymentLifecycle.states).describe(
    '`pending` until the provider or staff confirm it; only `succeeded` is money received.',
  ),
  method: oneOf(paymentMethods).describe(
    'The method of the payment; `manual` for an order marked as paid, `none` for an amount of 0.',
  ),
  amount: amount('The sum that is or was to be paid.'),
  currency: currency(),
  refunded_amount: amount('The sum of its refunds.'),
  fee_amount: amount("The provider's fee.").nullable(),
  provider_reference: text(200)
    .nullable()
    .describe("The provider's id of the payment, or the number of a transfer."),
  failure: Failure.nullable().describe('The reason of a failed payment.'),
  dispute: oneOf(['open', 'won', 'lost']).nullable().describe('The state of a chargeback; null for none.'),
  test: z.boolean().describe('Whether no money moved: a payment by a test connection, or of a test order.'),
  comment: personal(text(500)).describe('A note of staff on the payment.'),
  paid_at: timestamp().nullable().describe('When the money was received; null if it has not been.'),
  ...stamps,
})
export type Payment = z.infer<typeof Payment>

const related = ['order_id', 'user_id', 'payment_id'] as const
export const paymentSucceeded = event('payment.succeeded', {
  when: 'money was received',
  object: Payment,
  related,
  example: { status: 'succeeded', paid_at: '2026-11-21T09:30:00.000+00:00' },
})

export const paymentFailed = event('payment.failed', {
  when: 'an attempt to pay was declined; failure.class is the reason',
  object: Payment,
  related,
  example: { status: 'failed', failure: { class: 'insufficient_funds', message: 'Insufficient funds.' } },
})
export const paymentRefunded = event('payment.refunded', {
  when: 'money of a payment was returned, whole or in part',
  object: Payment,
  related: [...related, 'refund_id'],
  changes: true,
  example: { status: 'succeeded', refunded_amount: 1000 },
})
export const paymentDisputed = event('payment.disputed', {
  when: 'a chargeback was opened or closed',
  object: Payment,
  related: related,
  changes: true,
  example: { status: 'succeeded', paid_at: '2026-11-21T09:30:00.000+00:00', dispute: 'open' },
})
