import { newId, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { receivedPayment } from '../money/payments/payment.rules.ts'
import { receiveMoney } from '../money/payments/receive.ts'
import type { WantedEnd } from '../money/providers/adapter/plan.ts'
import { dueOf as amountDue } from '../objects/balance.ts'
import { orderCreated } from '../objects/order-events.ts'
import { type ChargedMethod, refusals, type Subscription } from '../objects/subscription.object.ts'
import { nextOrderNumber } from '../sales/order-model/order-numbers.ts'
import { refusals as orderRefusals } from '../sales/pricing/basket.contract.ts'
import { catalogueOf, sellCatalogue } from '../sales/pricing/catalogue.ts'
import { firstTerms } from '../sales/pricing/due-now.ts'
import { changePrice } from './changing.ts'
import { chargeOrder, endSubscription, type Opening, openPeriod, orderOf } from './charging.ts'
import { lockWithOrder } from './locking.ts'
import { type SubscriptionSettings, settingsOf } from './settings.ts'
import {
  begin,
  newSubscription,
  periodic,
  refuseUnsold,
  trialPeriod,
  visibleMethod,
  withTrial,
} from './starting.ts'
import { subscriptions } from './subscription.contract.ts'
import {
  nextPeriod,
  paused,
  refuseChargedElsewhere,
  refuseCharging,
  refuseUnlessPastDue,
} from './subscription.rules.ts'
import { resume } from './subscription.run.ts'

export const subscriptionHandlers = builder.implement(subscriptions, {
  list: ({ query }, { subscriptions }) => subscriptions.page(query),

  create: async ({ body, caller, ...ctx }, stores) => {
    const { user_id, price_id, quantity, country } = body
    const [userExists, price, payment_method, settings, number, { sales }] = await Promise.all([
      stores.people.exists(user_id, ctx.runtime),
      stores.prices.find(price_id),
      methodFor(body.collection_method, user_id, stores),
      settingsOf(stores),
      nextOrderNumber(ctx.runtime, caller.school),
      stores.settings.get(),
    ])
    if (!userExists) throw new Refused(orderRefusals.user_unknown)
    const sold = periodic(price)
    const present = await catalogueOf([{ offer_id: sold.offer_id, price_id }], country, stores)
    refuseUnsold(sold, quantity, present)
    const catalogue = await sellCatalogue(present, stores)
    const days = body.trial_days ?? firstTerms(sold, ctx.now).trial_days ?? 0
    const time_zone = body.time_zone ?? settings.time_zone
    const status = days > 0 ? ('trialing' as const) : ('past_due' as const)
    const fields = {
      id: newId('sbs'),
      user_id,
      quantity,
      country,
      payment_method,
      test: payment_method !== null && sales.mode === 'test',
      time_zone,
      status,
      price: sold,
    }
    const blank = { ...newSubscription(fields, ctx.now), ...stampsOf(ctx) }
    if (days > 0) {
      const period = trialPeriod(blank, days, ctx.now)
      const opening = { subscription: blank, period, number, catalogue, trial_days: days }
      return startTrial(ctx, stores, opening, settings)
    }
    const subscription = stores.subscriptions.insert(blank)
    const amount = firstTerms({ ...sold, trial_days: null }, ctx.now).unit_amount * quantity
    const period = { ...nextPeriod(subscription, ctx.now), amount }
    return openPeriod(ctx, stores, { subscription, period, number, catalogue, byHand: true }, settings)
  },

  get: ({ path }, { subscriptions }) => subscriptions.get(path.id),

  update: async ({ path, body, caller, ...ctx }, stores) => {
    const { collection_method, price_id, quantity, change_at, cancels_at_period_end } = body
    const seen = await stores.subscriptions.get(path.id)
    if (collection_method !== undefined || price_id !== undefined || quantity !== undefined)
      refuseChargedElsewhere(seen)
    const newTerms =
      price_id === undefined && quantity === undefined
        ? null
        : { price_id: price_id ?? seen.price_id, quantity: quantity ?? seen.quantity }
    const [method, price, settings, number] = await Promise.all([
      collection_method === undefined ? null : methodFor(collection_method, seen.user_id, stores),
      newTerms && stores.prices.find(newTerms.price_id),
      settingsOf(stores),
      newTerms && change_at === 'now' ? nextOrderNumber(ctx.runtime, caller.school) : 0,
    ])
    const catalogue = price && (await catalogueOf([{ ...price, price_id: price.id }], seen.country, stores))
    // Nobody deletes or changes the price that the subscription will have.
    if (price) await stores.prices.sell([price])
    const { subscription } = await lockWithOrder(path.id, stores)
    if (subscription.status === 'canceled') throw new Refused(refusals.subscription_canceled)
    const changed = stores.subscriptions.save(subscription, {
      ...(collection_method === undefined ? {} : { payment_method: method }),
      ...(cancels_at_period_end === undefined
        ? {}
        : { cancels_at_period_end, wanted_end: wantedOf(subscription, 'never') }),
    })
    if (changed.wanted_end !== subscription.wanted_end) stores.subscriptions.syncPlan(changed)
    if (!newTerms) return changed
    const change = { ...newTerms, price, change_at, catalogue, number }
    return changePrice(ctx, stores, { subscription: changed, change, settings })
  },

  cancel: async ({ path, body, ...ctx }, stores) => {
    const { subscription, order } = await lockWithOrder(path.id, stores)
    // What is past due has no paid period whose end it could wait for.
    const waits = body.at === 'period_end' && !['past_due', 'canceled'].includes(subscription.status)
    if (waits) {
      const wanted_end = wantedOf(subscription, 'period_end')
      if (wanted_end !== null) stores.subscriptions.syncPlan(subscription)
      return stores.subscriptions.save(subscription, { cancels_at_period_end: true, wanted_end })
    }
    refuseCharging(subscription)
    return endSubscription(ctx, stores, { subscription, order, reason: 'requested' })
  },

  pause: async ({ path, body, now }, stores) => {
    const { subscription } = await lockWithOrder(path.id, stores)
    refuseChargedElsewhere(subscription)
    refuseCharging(subscription)
    const stands = stores.subscriptions.move(subscription, 'pause', paused(body.resumes_at, now))
    stores.subscriptions.follow(stands)
    return stands
  },

  resume: async ({ path, now }, stores) => resume(await stores.subscriptions.lock(path.id), now, stores),

  retry: async ({ path, ...ctx }, stores) => {
    const settings = await settingsOf(stores)
    const { subscription, order } = await lockWithOrder(path.id, stores)
    refuseChargedElsewhere(subscription)
    refuseUnlessPastDue(subscription)
    refuseCharging(subscription)
    if (subscription.payment_method === null && amountDue(order!) > 0)
      throw new Refused(refusals.payment_method_missing)
    return chargeOrder(ctx, stores, { subscription, order: order!, byHand: true }, settings)
  },
})

/** What the provider that charges a subscription is to be told; null where this platform charges it. */
const wantedOf = ({ provider_id }: Pick<Subscription, 'provider_id'>, wanted: WantedEnd) =>
  provider_id === null ? null : wanted

const stampsOf = ({ now }: Work) => ({ version: 1, created_at: now, updated_at: now })

/** The method that the subscription is charged by. Refuses with payment_method_missing if one is asked for. */
async function methodFor(
  requestedMethod: 'automatic' | 'manual' | undefined,
  userId: Subscription['user_id'],
  { paymentMethods, settings }: Stores,
): Promise<ChargedMethod | null> {
  if (requestedMethod === 'manual') return null
  const { sales } = await settings.get()
  const saved = await paymentMethods.latestOf(userId, sales.mode)
  if (!saved && requestedMethod === 'automatic') throw new Refused(refusals.payment_method_missing)
  return saved && visibleMethod(saved)
}

/** Begins with a free period: its order costs nothing, and gives the access. */
async function startTrial(
  ctx: Work,
  stores: Stores,
  opening: Opening & { trial_days: number },
  settings: SubscriptionSettings,
) {
  const { subscription, period } = opening
  const order = orderOf(opening, settings, ctx.now)
  ctx.emit(orderCreated, order)
  stores.people.lockShared(order.user_id)
  const inserted = stores.orders.insert(order)
  const started = begin(ctx, stores, { present: withTrial(subscription, period), period, order, value: 0 })
  const payment = receivedPayment(
    order,
    { id: newId('pay'), amount: 0, method: 'none', paid_at: ctx.now },
    ctx.now,
  )
  await receiveMoney(ctx, stores, { order: inserted, payment })
  return started
}
