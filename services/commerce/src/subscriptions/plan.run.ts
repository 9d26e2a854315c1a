// Subscriptions that a provider charges by its own plan. What it tells is only that something has happened: how the
// subscription is now is read there, so callbacks count in any order and any number of times.
import { enqueue, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { contextOf } from '../money/charges/charge.run.ts'
import type { Plan, PlanCharge } from '../money/providers/adapter/plan.ts'
import { adapters } from '../money/providers/adapters.ts'
import { nextOrderNumber } from '../sales/order-model/order-numbers.ts'
import { endSubscription } from './charging.ts'
import { lockWithOrder } from './locking.ts'
import { recordPlanCharge } from './plan-period.ts'
import { settingsOf } from './settings.ts'
import type { SubscriptionRow } from './subscription.store.ts'
import { syncPlan, takePlan } from './subscription.task.ts'

export const syncPlanCall = builder.externalCall(syncPlan, {
  prepare: async ({ payload: { subscription_id } }, { subscriptions, providers }) => {
    const {
      provider_id,
      provider_reference: reference,
      wanted_end,
    } = await subscriptions.get(subscription_id)
    const provider = provider_id && (await providers.find(provider_id))
    return provider && reference ? { provider, reference, wanted_end } : null
  },

  call: async (prepared, outside) => {
    const plans = prepared && adapters[prepared.provider.kind].plans
    if (!plans) return null
    const { provider, reference, wanted_end } = prepared
    const context = contextOf(provider, outside)
    if (wanted_end !== null) await plans.end(reference, wanted_end, context)
    const [plan, charges] = await Promise.all([
      plans.read(reference, context),
      plans.charges(reference, context),
    ])
    return { plan, charges, told: wanted_end }
  },

  finish: async ({ payload, outcome, work }) => {
    if (outcome) enqueue(work, takePlan, { ...payload, ...outcome, charges: [...outcome.charges] })
  },
})

export const takePlanTask = builder.task(takePlan, async ({ payload, ...ctx }, stores) => {
  const { subscription_id, plan, told } = payload
  const seen = await stores.subscriptions.get(subscription_id)
  const charges = await unrecorded(payload.charges, seen, stores)
  const [settings, [offer], present, numbers] = await Promise.all([
    settingsOf(stores),
    stores.offers.withItems([seen.offer_id]),
    stores.people.exists(seen.user_id, ctx.runtime),
    // Order numbers have a transaction of their own, before this one locks anything.
    Promise.all(charges.map(() => nextOrderNumber(ctx.runtime, ctx.work.school))),
  ])
  if (present) await stores.people.holdAll([seen.user_id])
  const { subscription, order } = await lockWithOrder(subscription_id, stores)
  let current = subscription
  if (told !== null && current.wanted_end === told)
    current = stores.subscriptions.save(current, { wanted_end: null })
  if (current.status === 'canceled') return
  if (!present)
    return void (await endSubscription(ctx, stores, { subscription: current, order, reason: 'person_gone' }))
  for (const [index, charge] of charges.entries())
    if (offer) {
      const opening = { offer, number: numbers[index]!, charge }
      current = await recordPlanCharge(ctx, stores, { subscription: current, ...opening }, settings)
    }
  await followPlan(ctx, stores, current, plan)
})

/** The charges since the subscription came here that have no payment yet. */
async function unrecorded(
  charges: readonly PlanCharge[],
  { provider_id, created_at, currency }: SubscriptionRow,
  { payments }: Stores,
): Promise<PlanCharge[]> {
  const later = charges.filter(charge => charge.paid_at >= created_at && charge.currency === currency)
  const paymentOfCharge = await Promise.all(
    later.map(({ reference }) => payments.ofReference(provider_id!, reference)),
  )
  return later.filter((_, index) => paymentOfCharge[index] === null)
}

/** Makes the subscription what it is at the provider. Of one that it does not know any more, nothing is left. */
async function followPlan(
  ctx: Work,
  stores: Stores,
  subscription: SubscriptionRow,
  plan: Plan | null,
): Promise<void> {
  if (plan === null || plan.status === 'ended') {
    const reason = plan?.ended ?? 'requested'
    await endSubscription(ctx, stores, { subscription, order: null, reason, byProvider: true })
    return
  }
  const { cancels_at_period_end } = plan
  const isTold = subscription.wanted_end === null
  const current =
    isTold && cancels_at_period_end !== subscription.cancels_at_period_end
      ? stores.subscriptions.save(subscription, { cancels_at_period_end })
      : subscription
  if (plan.status !== 'past_due' || current.status !== 'active') return
  stores.subscriptions.move(current, 'fail', { attempts: 1, past_due_at: ctx.now })
}
