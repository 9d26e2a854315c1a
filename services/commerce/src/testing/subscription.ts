// A subscription for the tests of its rules.
import { newId, stampsAt } from '@lms/contract'
import { chargeTime, endOf } from '../subscriptions/calendar.ts'
import { type Period, paidFor, type StoredSubscription } from '../subscriptions/subscription.rules.ts'

export const start = '2025-01-31T10:00:00.000+00:00'
export const plan = { dunning_days: [1, 3, 5, 7], grace_days: 3 }
export const month = { unit: 'month', count: 1 } as const
export const year = { unit: 'year', count: 1 } as const
export const dayMs = 86_400_000

/** A subscription of 4900 a month whose first period was paid on 31 January 2025. */
export function subscription(fields: Partial<StoredSubscription> = {}): StoredSubscription {
  const first = {
    anchor_at: start,
    anchor_period: 0,
    time_zone: 'Europe/Berlin',
    interval: month,
    ...fields,
  }
  const period_ends_at = fields.period_ends_at ?? endOf(1, first)
  const id = newId('sbs')
  return {
    ...first,
    id,
    user_id: newId('usr'),
    offer_id: newId('off'),
    price_id: newId('prc'),
    quantity: 1,
    status: 'active',
    amount: 4900,
    currency: 'EUR',
    country: null,
    period: 1,
    period_starts_at: start,
    period_ends_at,
    trial_ends_at: null,
    next_charge_at: chargeTime(id, period_ends_at),
    attempts: 0,
    past_due_at: null,
    payment_method: null,
    price_change: null,
    credit_amount: 0,
    order_id: newId('ord'),
    open_order_id: null,
    open_payment_id: null,
    cancels_at_period_end: false,
    test: false,
    paused_at: null,
    resumes_at: null,
    canceled_at: null,
    cancel_reason: null,
    period_value: 4900,
    provider_id: null,
    provider_reference: null,
    wanted_end: null,
    value_history: [],
    ...stampsAt(start),
    ...fields,
  }
}
export const terms = (fields: Partial<StoredSubscription['price_change'] & object> = {}) => ({
  offer_id: newId('off'),
  price_id: newId('prc'),
  quantity: 1,
  amount: 9900,
  interval: month,
  ...fields,
})
export const paid = (present: StoredSubscription, period: Period): StoredSubscription => ({
  ...present,
  ...paidFor(present, period, { id: newId('ord'), value: period.amount }),
  status: 'active',
})
