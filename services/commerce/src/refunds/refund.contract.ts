import { amount, currency, id, oneOf, personal, stamps, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { Content, itemKinds } from '../offers/offer.contract.ts'
import { orderLifecycle } from '../orders/order.lifecycle.ts'
import { mostContents } from '../orders/order.object.ts'
import { Failure } from '../payments/payment.contract.ts'
import { refundLifecycle } from './refund.lifecycle.ts'

/** What a refund changes besides the money. */
export const RefundConsequences = z.object({
  order_status: oneOf(orderLifecycle.states).describe('The state of the order after the refund.'),
  access: z
    .array(z.object({ kind: oneOf(itemKinds), resource_id: Content.shape.resource_id }))
    .max(mostContents)
    .describe('The accesses and places that the order gave, and that end.'),
  receipt: z.object({ amount: amount() }).nullable().describe('The receipt of the refund; null for none.'),
  accruals: z
    .array(z.object({ accrual_id: id('acr'), partner_id: id('prt'), amount: amount() }))
    .max(10)
    .describe('The amounts that are taken back from partners.'),
  subscription: z
    .object({ subscription_id: id('sbs'), status: text(20) })
    .nullable()
    .describe('The subscription, and its state after the refund.'),
  gift: z
    .object({ gift_id: id('gft'), status: text(20) })
    .nullable()
    .describe('The gift of the order, and its state after the refund.'),
})
export type RefundConsequences = z.infer<typeof RefundConsequences>

export const Refund = z.object({
  id: id('ref'),
  payment_id: id('pay'),
  order_id: id('ord'),
  user_id: id('usr'),
  amount: amount(),
  currency: currency(),
  status: oneOf(refundLifecycle.states),
  reason: personal(text(500)),
  provider_reference: text(200).nullable().describe("The provider's id of the refund."),
  failure: Failure.nullable().describe('The reason of a failed refund.'),
  consequences: RefundConsequences,
  refunded_at: timestamp().nullable(),
  ...stamps,
})
export type Refund = z.infer<typeof Refund>
