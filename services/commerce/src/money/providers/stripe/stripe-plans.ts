// Subscriptions of Stripe Billing (docs.stripe.com/api/subscriptions, docs.stripe.com/api/invoices).
import { formatTime } from '@lms/contract'
import type { default as Stripe } from 'stripe'
import type { Plan, PlanCalls, PlanCharge, WantedEnd } from '../adapter/plan.ts'
import { ownAmount } from './stripe.rules.ts'
import { answered } from './stripe-client.ts'
import { idOf } from './stripe-plan-events.ts'

const timeOf = (seconds: number): string => formatTime(new Date(seconds * 1000))

type Item = Stripe.SubscriptionItem
/** Of versions before 2025-03-31. */
type Periodic = Stripe.Subscription & { current_period_start?: number; current_period_end?: number }

const statuses: Readonly<Record<string, Plan['status']>> = {
  active: 'running',
  trialing: 'running',
  past_due: 'past_due',
  canceled: 'ended',
  incomplete_expired: 'ended',
}

function planOf(subscription: Stripe.Subscription): Plan | null {
  const { id, customer, items, currency, cancel_at_period_end, pause_collection } = subscription
  const [first] = items.data
  const { current_period_start, current_period_end } = subscription as Periodic
  const [starts, ends] = [
    first?.current_period_start ?? current_period_start,
    first?.current_period_end ?? current_period_end,
  ]
  if (!first?.price.recurring || starts === undefined || ends === undefined) return null
  const { interval, interval_count } = first.price.recurring
  const status = pause_collection ? 'other' : (statuses[subscription.status] ?? 'other')
  return {
    reference: id,
    customer: idOf(customer),
    price: first.price.id,
    status,
    ended: status === 'ended' ? endOf(subscription) : null,
    cancels_at_period_end: cancel_at_period_end,
    amount: amountOf(items.data),
    currency: currency.toUpperCase(),
    quantity: first.quantity ?? 1,
    interval:
      interval === 'week'
        ? { unit: 'day', count: 7 * interval_count }
        : { unit: interval as 'day' | 'month' | 'year', count: interval_count },
    period_starts_at: timeOf(starts),
    period_ends_at: timeOf(ends),
  }
}

function amountOf(items: readonly Item[]): number | null {
  const amounts = items.map(({ price, quantity }) =>
    price.unit_amount === null ? null : ownAmount(price.unit_amount * (quantity ?? 1), price.currency),
  )
  return amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0)
}

function endOf({ cancellation_details, cancel_at_period_end }: Stripe.Subscription): Plan['ended'] {
  if (cancellation_details?.reason === 'payment_failed') return 'unpaid'
  return cancel_at_period_end ? 'period_ended' : 'requested'
}

/** The charge of a paid invoice: by its payment intent, which refunds name, else by its own id. */
function planChargeOf(invoice: Stripe.Invoice): PlanCharge | null {
  const { id, amount_paid, currency, status_transitions, payments, lines } = invoice
  const { payment_intent: before } = invoice as { payment_intent?: string | { id: string } | null }
  const { paid_at } = status_transitions
  const periods = lines.data.map(({ period }) => period)
  if (!id || paid_at === null || periods.length === 0) return null
  const intent = payments?.data.map(({ payment }) => idOf(payment.payment_intent)).find(Boolean)
  return {
    reference: intent ?? idOf(before) ?? id,
    amount: ownAmount(amount_paid, currency),
    currency: currency.toUpperCase(),
    paid_at: timeOf(paid_at),
    period_starts_at: timeOf(Math.min(...periods.map(({ start }) => start))),
    period_ends_at: timeOf(Math.max(...periods.map(({ end }) => end))),
  }
}

async function planChargesOf(reference: string, client: Stripe): Promise<PlanCharge[]> {
  const { data } = await client.invoices.list({
    ...{ subscription: reference, status: 'paid', limit: 12 },
    expand: ['data.payments'],
  })
  return data.flatMap(invoice => planChargeOf(invoice) ?? []).reverse()
}

/** Ends a subscription; Stripe answers 404 of one that has ended. */
async function endPlan(reference: string, at: WantedEnd, client: Stripe): Promise<void> {
  if (at === 'now') await client.subscriptions.cancel(reference)
  else await client.subscriptions.update(reference, { cancel_at_period_end: at === 'period_end' })
}

export const stripePlans: PlanCalls = {
  read: (reference, context) =>
    answered(
      context,
      async client => planOf(await client.subscriptions.retrieve(reference)),
      () => null,
    ),
  charges: (reference, context) =>
    answered(
      context,
      client => planChargesOf(reference, client),
      () => [],
    ),
  end: (reference, at, context) =>
    answered(
      context,
      client => endPlan(reference, at, client),
      () => undefined,
    ),
}
