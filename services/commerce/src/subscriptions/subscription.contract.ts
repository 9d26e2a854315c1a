// Apart from the subscription itself, which the rules read.
import { A, C, country, G, id, L, M, moment, oneOf, resource, timeZone } from '@lms/contract'
import { z } from 'zod'
import { afterPaymentEvents } from '../objects/consequence-events.ts'
import { orderCanceled, orderCreated, orderPaid } from '../objects/order-events.ts'
import { paymentSucceeded } from '../objects/payment.object.ts'
import {
  refusals,
  Subscription,
  subscriptionCanceled,
  subscriptionPastDue,
} from '../objects/subscription.object.ts'
import { refusals as orderRefusals } from '../sales/pricing/basket.contract.ts'

const collection = () =>
  oneOf(['automatic', 'manual']).describe(
    'automatic: charges the card that the person saved last. manual: each period gets an order to be paid otherwise.',
  )
const write = 'subscriptions:write' as const
/** What may follow at once where a charge needs no provider, or has no usable method. */
const charged = [orderPaid, paymentSucceeded, ...afterPaymentEvents]
const failed = [subscriptionPastDue, subscriptionCanceled, orderCanceled]
const canceled = [refusals.subscription_canceled]

export const subscriptions = resource({
  list: L('GET /v1/subscriptions', {
    summary: 'List subscriptions',
    permission: 'subscriptions:read',
    returns: Subscription,
    list: { filters: {}, sorts: ['created_at', 'updated_at', 'period_ends_at'] },
  }),
  create: C('POST /v1/subscriptions', {
    agent: 'outward',
    summary: 'Start a subscription, with a trial or a first charge',
    permission: write,
    body: z.strictObject({
      user_id: id('usr'),
      price_id: id('prc').describe('A price with an interval.'),
      quantity: Subscription.shape.quantity.default(1),
      collection_method: collection()
        .optional()
        .describe('Default: automatic where the person has saved a card.'),
      trial_days: z
        .int()
        .min(0)
        .max(730)
        .optional()
        .describe('Free days before the first charge; 0 for none. Default: those of the price.'),
      time_zone: timeZone()
        .optional()
        .describe('The zone in which periods end; by default that of the school.'),
      country: country().nullable().default(null),
    }),
    returns: Subscription,
    refuses: [
      orderRefusals.user_unknown,
      orderRefusals.amount_too_large,
      refusals.subscription_price_invalid,
      refusals.payment_method_missing,
    ],
    emits: [orderCreated, ...charged, ...failed],
    bound: 'event',
  }),
  get: G('GET /v1/subscriptions/{id}', {
    summary: 'Get a subscription with its next charge, its card and a change of its price',
    permission: 'subscriptions:read',
    returns: Subscription,
  }),
  update: M('PATCH /v1/subscriptions/{id}', {
    summary: 'Change the payment method or the price, now or from the next period on',
    permission: write,
    body: z.strictObject({
      collection_method: collection().optional(),
      price_id: id('prc').optional(),
      quantity: Subscription.shape.quantity
        .optional()
        .describe('How many are paid for in each period, from the next one on.'),
      change_at: oneOf(['next_period', 'now'])
        .default('next_period')
        .describe(
          'When another price or quantity begins. now: a new period begins once it is paid; the unused part of the present one is credited. In a trial: from its end on.',
        ),
      cancels_at_period_end: z
        .literal(false)
        .optional()
        .describe('Takes back a cancellation at the end of the period.'),
    }),
    example: { quantity: 2 },
    returns: Subscription,
    refuses: [orderRefusals.amount_too_large, ...Object.values(refusals)],
    emits: [orderCreated, ...charged, ...failed],
  }),
  cancel: A('POST /v1/subscriptions/{id}/cancel', {
    summary: 'Cancel a subscription now or at the end of the paid period; people cancel their own',
    permission: 'subscription-cancellations:write',
    body: z.strictObject({
      at: oneOf(['period_end', 'now'])
        .default('period_end')
        .describe('now also ends the access; a refund is separate.'),
    }),
    bound: null,
    returns: Subscription,
    refuses: [...canceled, refusals.subscription_charging],
    emits: [subscriptionCanceled, orderCanceled],
  }),
  pause: A('POST /v1/subscriptions/{id}/pause', {
    summary: 'Pause a subscription: charges stop, access is frozen, and the term is extended by the pause',
    permission: write,
    body: z.strictObject({
      resumes_at: moment()
        .nullable()
        .default(null)
        .describe('When the subscription resumes by itself; null for not by itself.'),
    }),
    bound: null,
    returns: Subscription,
    refuses: [
      ...canceled,
      refusals.subscription_paused,
      refusals.subscription_past_due,
      refusals.subscription_charging,
      refusals.resumes_in_past,
      refusals.subscription_charged_by_provider,
    ],
  }),
  resume: A('POST /v1/subscriptions/{id}/resume', {
    summary: 'Resume a paused subscription',
    permission: write,
    bound: null,
    returns: Subscription,
    refuses: [...canceled, refusals.subscription_running, refusals.subscription_past_due],
  }),
  retry: A('POST /v1/subscriptions/{id}/retry', {
    agent: 'outward',
    summary: 'Charge a past-due subscription again now',
    permission: write,
    bound: null,
    returns: Subscription,
    refuses: [
      ...canceled,
      refusals.subscription_paused,
      refusals.subscription_running,
      refusals.subscription_charging,
      refusals.payment_method_missing,
      refusals.subscription_charged_by_provider,
    ],
    emits: [...charged, ...failed],
  }),
})
