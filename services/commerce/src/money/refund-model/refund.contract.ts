import {
  A,
  amount,
  common,
  currency,
  filter,
  G,
  id,
  L,
  oneOf,
  personal,
  refuse,
  resource,
  stamps,
  text,
  timestamp,
} from '@lms/contract'
import { User } from '@lms/users/contract'
import { z } from 'zod'
import { Content, itemKinds } from '../../catalog/offers/offer.contract.ts'
import { afterClosingEvents } from '../../objects/consequence-events.ts'
import { orderLifecycle } from '../../objects/order.lifecycle.ts'
import { maxContents, Order } from '../../objects/order.object.ts'
import { orderCanceled, orderRefunded } from '../../objects/order-events.ts'
import { Failure, Payment, paymentMethods, paymentRefunded } from '../../objects/payment.object.ts'
import { maxGifts } from '../../sales/pricing/giftable.ts'
import { refundLifecycle } from './refund.lifecycle.ts'

/** What a refund changes besides the money. */
export const RefundConsequences = z.object({
  order_status: oneOf(orderLifecycle.states).describe('The state of the order after the refund.'),
  access: z
    .array(
      z.object({
        kind: oneOf(itemKinds).describe(
          'The kind of what ends: a course, a group, a webinar, or something else.',
        ),
        resource_id: Content.shape.resource_id,
      }),
    )
    .max(maxContents)
    .describe(
      'The accesses and places that the order gave, and that end; of gifts, to those who have redeemed them.',
    ),
  receipt: z
    .object({ amount: amount('The sum of the receipt.') })
    .nullable()
    .describe('The receipt of the refund; null for none.'),
  accruals: z
    .array(z.object({ accrual_id: id('acr'), partner_id: id('prt'), amount: amount('What is taken back.') }))
    .max(10)
    .describe('The amounts that are taken back from partners.'),
  subscription: z
    .object({
      subscription_id: id('sbs'),
      status: text(20).describe('The state of the subscription after the refund.'),
    })
    .nullable()
    .describe('The first of `subscriptions`; null for none.'),
  subscriptions: z
    .array(
      z.object({
        subscription_id: id('sbs'),
        status: text(20).describe('The state of the subscription after the refund.'),
      }),
    )
    .max(maxContents)
    .describe('The subscriptions that end with their present period, and their states after the refund.'),
  credits: z
    .array(
      z.object({
        subscription_id: id('sbs'),
        amount: amount('What the refund takes of the credit.'),
        left_amount: amount('What is left of the credit.'),
      }),
    )
    .max(maxContents)
    .describe(
      'Credit of subscriptions that the money had become: what the refund takes of it, and what is left of it.',
    ),
  gifts: z
    .array(
      z.object({ gift_id: id('gft'), status: text(20).describe('The state of the gift after the refund.') }),
    )
    .max(maxGifts + 1)
    .describe('Gifts that the order bought or was paid with, and their states after the refund.'),
})
export type RefundConsequences = z.infer<typeof RefundConsequences>

export const Refund = z.object({
  id: id('ref'),
  payment_id: id('pay'),
  order_id: id('ord'),
  user_id: id('usr'),
  amount: amount('The sum that is returned.'),
  excess_amount: amount(
    'The part that the payment had no money left for: it was returned twice, and the person owes it to the school.',
  ),
  currency: currency(),
  status: oneOf(refundLifecycle.states).describe(
    '`pending` until the provider has returned the money, then `succeeded` or `failed`.',
  ),
  reason: personal(text(500)).describe('Why the money is returned; for staff.'),
  provider_reference: text(200).nullable().describe("The provider's id of the refund."),
  failure: Failure.nullable().describe('The reason of a failed refund.'),
  test: z.boolean().describe('Whether it is of a test payment: no money moved.'),
  consequences: RefundConsequences.describe('What the refund changes besides the money.'),
  refunded_at: timestamp().nullable().describe('When the money was returned; null if it has not been.'),
  ...stamps,
})
export type Refund = z.infer<typeof Refund>

/** The refund that was made, or that a dry run would make. */
export const RefundResult = Refund.extend({
  id: id('ref').nullable().describe('The id of the refund; null for a dry run.'),
  status: oneOf(refundLifecycle.states).nullable().describe('The state of the refund; null for a dry run.'),
  dry_run: z.boolean().describe('Whether the answer only shows what a refund would do.'),
})
export type RefundResult = z.infer<typeof RefundResult>

export const refusals = refuse({
  payment_not_received: {
    status: 409,
    when: 'the payment is pending or failed',
    message: 'This payment has not succeeded, so there is nothing to refund.',
  },
  payment_disputed: {
    status: 409,
    when: 'a dispute of the payment is open',
    message:
      'The person disputes this payment at their bank, which may return the money itself. Wait for the end of the dispute: a lost one is a refund by itself.',
  },
  payment_refunded: {
    status: 409,
    when: 'the whole payment is refunded, or its refunds are pending',
    message: 'This payment is already refunded, or its refunds are pending: GET /v1/refunds?payment_id=…',
  },
  payment_credited: {
    status: 409,
    when: 'all that is left of the payment has become credit of a subscription, and that credit is used',
    message:
      'A change of the price has made credit of this payment, and later periods were paid with it. Nothing is left to refund.',
  },
  refund_above_payment: {
    status: 422,
    when: 'the amount is larger than the rest of the payment, without credit that later periods were paid with',
    message: 'The amount is larger than what is left of the payment. See details.',
  },
})

export const paymentRefunds = resource({
  refund: A('POST /v1/payments/{id}/refund', {
    agent: 'outward',
    summary: 'Refund a payment in full or in part; dry_run previews the refund without a change',
    permission: 'payments:write',
    body: z.strictObject({
      amount: amount('Default: what is left of the payment.').min(1).optional(),
      reason: personal(text(500)).default('').describe('Why the money is returned; for staff.'),
      outside: z
        .boolean()
        .default(false)
        .describe(
          'Records money that was returned outside of the provider. Payments without a provider are always refunded outside.',
        ),
      dry_run: z
        .boolean()
        .default(false)
        .describe('Shows the refund and its consequences, and changes nothing.'),
    }),
    returns: RefundResult,
    refuses: [...Object.values(refusals), common.outcome_unknown],
    emits: [paymentRefunded, orderRefunded, orderCanceled, ...afterClosingEvents],
    bound: 'event',
  }),
})

export const refunds = resource({
  list: L('GET /v1/refunds', {
    summary: 'List refunds',
    permission: 'refunds:read',
    returns: Refund,
    list: {
      filters: {
        id: filter.id('ref'),
        provider_reference: filter.text,
        returned_twice: filter.boolean,
        payment_method: filter.state(paymentMethods),
        currency: filter.text,
        offer_id: filter.id('off'),
      },
      sorts: ['created_at'],
      expands: {
        user: { key: 'user_id', permission: 'users:read', returns: User },
        order: { key: 'order_id', permission: 'orders:read', returns: Order },
        payment: { key: 'payment_id', permission: 'payments:read', returns: Payment },
      },
    },
  }),
  get: G('GET /v1/refunds/{id}', { summary: 'Get a refund', permission: 'refunds:read', returns: Refund }),
})
