import {
  amount,
  country,
  currency,
  event,
  id,
  oneOf,
  personal,
  refuse,
  stamps,
  statusOf,
  text,
  timestamp,
  timeZone,
} from '@lms/contract'
import { z } from 'zod'
import { Interval } from '../catalog/offers/price.contract.ts'
import { subscriptionLifecycle } from './subscription.lifecycle.ts'

/** The reasons for which a subscription ends. */
export const cancelReasons = [
  'requested',
  'period_ended',
  'unpaid',
  'order_canceled',
  'refunded',
  'person_gone',
] as const

const quantity = () => z.int32().min(1).max(10_000)

/** The price from the next period on. */
export const PriceChange = z.object({
  offer_id: id('off'),
  price_id: id('prc'),
  quantity: quantity().describe('How many are paid for in each period.'),
  amount: amount('The price of a period, before discounts and taxes that are added.'),
  interval: Interval,
})
export type PriceChange = z.infer<typeof PriceChange>

/** The card or account that is charged; never more of a number than its last digits. */
export const ChargedMethod = z.object({
  id: id('pmt'),
  brand: personal(text(30)).describe('The network of the card, such as `visa`, or the kind of account.'),
  last4: personal(text(4)).describe('The last four digits of the card or account.'),
  expires: personal(text(7)).nullable().describe('The month of the expiry, `2030-01`.'),
})
export type ChargedMethod = z.infer<typeof ChargedMethod>

export const Subscription = z.object({
  id: id('sbs'),
  user_id: id('usr'),
  offer_id: id('off'),
  price_id: id('prc'),
  quantity: quantity().describe('How many are paid for in each period.'),
  status: statusOf(subscriptionLifecycle).describe(
    'trialing in the free days, active while the period is paid, past_due while a charge is outstanding.',
  ),
  amount: amount(
    'The price of a period: `quantity` times the price, before discounts and taxes that are added.',
  ),
  currency: currency(),
  country: country().nullable().describe("The country whose taxes apply; null for the school's own."),
  interval: Interval,
  time_zone: timeZone().describe(
    'The zone in which periods end at the same time of day and on the same day of the month. It never changes.',
  ),
  period: z.int32().min(0).describe('The number of the present period; 0 before the first.'),
  period_starts_at: timestamp().describe('The start of the present period.'),
  period_ends_at: timestamp().describe('The end of the last paid or free period.'),
  trial_ends_at: timestamp().nullable().describe('The end of the free days; null if there were none.'),
  next_charge_at: timestamp()
    .nullable()
    .describe(
      'When it is charged next; null while it is paused, while a charge is under way, and after its end.',
    ),
  attempts: z.int32().min(0).describe('The failed charges of the coming period.'),
  past_due_at: timestamp().nullable().describe('When the first of them failed.'),
  payment_method: ChargedMethod.nullable().describe(
    'The card or account that is charged. Null: each period gets an order to be paid otherwise.',
  ),
  provider_id: id('pvd')
    .nullable()
    .describe(
      'The payment provider that charges it by a plan of its own, as Stripe goes on to charge one that was imported. Null: this platform charges it.',
    ),
  provider_reference: text(200)
    .nullable()
    .describe("The provider's id of it; null where this platform charges it."),
  price_change: PriceChange.nullable().describe(
    'The price from the next period on; null for the present one.',
  ),
  credit_amount: amount('Credit from changes of the price, deducted from the next charges.'),
  order_id: id('ord').nullable().describe('The order that paid the present period.'),
  open_order_id: id('ord')
    .nullable()
    .describe('The unpaid order of the coming period, or of a change of the price.'),
  open_payment_id: id('pay').nullable().describe('The charge under way; null for none.'),
  cancels_at_period_end: z.boolean().describe('Whether it ends with the present period.'),
  test: z.boolean().describe('Whether the test provider pays it. No sale.'),
  paused_at: timestamp().nullable(),
  resumes_at: timestamp().nullable().describe('When it resumes by itself; null for never.'),
  canceled_at: timestamp().nullable(),
  cancel_reason: oneOf(cancelReasons).nullable().describe('Why it ended; null while it runs.'),
  ...stamps,
})
export type Subscription = z.infer<typeof Subscription>

export const refusals = refuse({
  subscription_canceled: {
    status: 409,
    when: 'the subscription is canceled',
    message: 'This subscription is canceled. Create a new one: POST /v1/subscriptions.',
  },
  subscription_paused: {
    status: 409,
    when: 'the subscription is paused',
    message: 'This subscription is paused. Resume it first: POST /v1/subscriptions/{id}/resume.',
  },
  subscription_past_due: {
    status: 409,
    when: 'the subscription is past due',
    message:
      'A charge of this subscription is outstanding. Charge it again (POST /v1/subscriptions/{id}/retry), or cancel it.',
  },
  subscription_running: {
    status: 409,
    when: 'the subscription is neither paused nor past due',
    message:
      'This subscription is running: there is nothing to resume and nothing to charge before next_charge_at.',
  },
  subscription_charging: {
    status: 409,
    when: 'a charge of the subscription is under way',
    message: 'A charge of this subscription is under way. Repeat the request when open_payment_id is null.',
  },
  subscription_price_invalid: {
    status: 422,
    when: 'the price does not exist, is archived with or without its offer, has no period, or has another currency than the subscription',
    message:
      'A subscription needs an active price with an interval of an active offer of this school, and keeps its currency. See GET /v1/offers/{id}/prices.',
  },
  subscription_charged_by_provider: {
    status: 409,
    when: 'the payment provider charges the subscription by a plan of its own',
    message:
      'The payment provider charges this subscription: change or pause it there. Here it can be canceled.',
  },
  payment_method_missing: {
    status: 409,
    when: 'the subscription is to be charged, and the person has saved no payment method',
    message:
      'There is no saved card to charge. People save one when they pay on the payment page; or have open_order_id paid otherwise.',
  },
  resumes_in_past: {
    status: 422,
    when: 'resumes_at is not in the future',
    message: 'resumes_at must be in the future.',
  },
})

const related = ['subscription_id', 'user_id', 'order_id'] as const
export const subscriptionStarted = event('payment.subscription_started', {
  when: 'a subscription began, with a trial or a paid period',
  object: Subscription,
  related,
})
export const subscriptionRenewed = event('payment.subscription_renewed', {
  when: 'a subscription was charged for its next period',
  object: Subscription,
  related,
  changes: true,
})
export const subscriptionPastDue = event('payment.subscription_past_due', {
  when: 'a charge of a subscription failed, and will be repeated by the plan',
  object: Subscription,
  related,
  changes: true,
  example: { status: 'past_due', attempts: 1, past_due_at: '2026-11-21T09:30:00.000+00:00' },
})
export const subscriptionCanceled = event('payment.subscription_canceled', {
  when: 'a subscription ended',
  object: Subscription,
  related,
  changes: true,
  example: { status: 'canceled', cancel_reason: 'requested', canceled_at: '2026-11-21T09:30:00.000+00:00' },
})
