// Pure decisions about subscriptions: no clock, database or request. A subscription and the time give the next state.
import { type Id, type Moves, Refused } from '@lms/contract'
import type { Interval } from '../catalog/offers/price.contract.ts'
import type { WantedEnd } from '../money/providers/adapter/plan.ts'
import { subscriptionLifecycle } from '../objects/subscription.lifecycle.ts'
import {
  type PriceChange,
  refusals,
  type Subscription,
  subscriptionCanceled,
  subscriptionPastDue,
  subscriptionRenewed,
} from '../objects/subscription.object.ts'
import { type Anchor, accessUntil, between, chargeTime, daysAfter, endOf, later } from './calendar.ts'
import { settled, unusedOf } from './proration.ts'
import type { Value } from './subscription-value.ts'

/** What a subscription keeps besides what it shows. */
export interface Hidden {
  anchor_at: string
  anchor_period: number
  /** What the present period is worth: the price of what was paid, less discounts other than credit. */
  period_value: number
  /** What it has been worth since when. */
  value_history: readonly Value[]
  /** What the provider that charges it is still to be told of its end. */
  wanted_end: WantedEnd | null
}
export type StoredSubscription = Subscription & Hidden

/** A school's rules for charges that fail. */
export interface Dunning {
  /** Days after the first failure on which it is charged again; after the last it is canceled. */
  readonly dunning_days: readonly number[]
  /** Days for which the access outlasts a period. */
  readonly grace_days: number
}

export const subscriptionMoves = {
  of: subscriptionLifecycle,
  emits: {
    renew: subscriptionRenewed,
    fail: subscriptionPastDue,
    cancel: subscriptionCanceled,
    pause: null,
    resume: null,
    resume_trial: null,
  },
  refuses: {
    trialing: refusals.subscription_running,
    active: refusals.subscription_running,
    past_due: refusals.subscription_past_due,
    paused: refusals.subscription_paused,
    canceled: refusals.subscription_canceled,
  },
} satisfies Moves<Subscription['status']>

/** A period that an order pays, with all that the subscription becomes by it. */
export interface Period {
  number: number
  starts_at: string
  ends_at: string
  anchor_at: string
  anchor_period: number
  offer_id: Id<'off'>
  price_id: Id<'prc'>
  quantity: number
  amount: number
  interval: Interval
  /** The credit that its order takes up. */
  credit_used: number
  /** Whether it begins before the end of the present period, with another price. */
  change: boolean
  /** The unused money of the period before, which a change has made credit of, and the order that had received it. */
  credited?: { order_id: Id<'ord'>; amount: number } | undefined
}

/** Its price, or the one that it is to have. */
type Terms = Pick<PriceChange, 'offer_id' | 'price_id' | 'quantity' | 'amount' | 'interval'>

/**
 * The period after the present one. If it would be over by now (no process was running, say), it begins now: nobody pays
 * for time that they were not given. `held` is credit whose refund is under way: nothing is paid with it.
 */
export function nextPeriod(present: StoredSubscription, now: string, reservedCredit = 0): Period {
  const credit = usable(present, reservedCredit)
  const terms = present.price_change ?? present
  const same = sameInterval(terms.interval, present.interval)
  const anchor = same ? present : { anchor_at: present.period_ends_at, anchor_period: present.period }
  const ordinary = periodOf(present, terms, {
    starts_at: present.period_ends_at,
    anchor,
    credit,
  })
  return ordinary.ends_at > now ? ordinary : beginningAt(now, present, terms, credit)
}

const usable = ({ credit_amount }: StoredSubscription, reservedCredit: number) =>
  Math.max(0, credit_amount - reservedCredit)

/** A period that begins now at another price; `kept` is the money of the present one that was not given back, `held` as above. */
export function changedPeriod(
  present: StoredSubscription,
  terms: Terms,
  { retained, reservedCredit = 0 }: { retained: number; reservedCredit?: number },
  now: string,
): Period {
  const { period_value, period_starts_at, period_ends_at } = present
  const unused = unusedOf(Math.min(period_value, retained), period_starts_at, period_ends_at, now)
  const credited = present.order_id ? { order_id: present.order_id, amount: unused } : undefined
  return {
    ...beginningAt(now, present, terms, usable(present, reservedCredit) + unused),
    change: true,
    credited,
  }
}

const sameInterval = (one: Interval, other: Interval) => one.unit === other.unit && one.count === other.count

const beginningAt = (now: string, present: StoredSubscription, terms: Terms, credit: number) =>
  periodOf(present, terms, {
    starts_at: now,
    anchor: { anchor_at: now, anchor_period: present.period },
    credit,
  })

function periodOf(
  { period, time_zone }: StoredSubscription,
  { offer_id, price_id, quantity, amount, interval }: Terms,
  {
    starts_at,
    anchor,
    credit,
  }: { starts_at: string; anchor: Pick<Anchor, 'anchor_at' | 'anchor_period'>; credit: number },
): Period {
  const { anchor_at, anchor_period } = anchor
  const number = period + 1
  const ends_at = endOf(number, { anchor_at, anchor_period, time_zone, interval })
  const { off } = settled(amount, credit)
  const terms = { offer_id, price_id, quantity, amount, interval }
  const rhythm = { number, starts_at, ends_at, anchor_at, anchor_period }
  return { ...rhythm, ...terms, credit_used: off, change: false }
}

/** The subscription once the order of a period is paid. `value`: see `period_value`. */
export function paidFor(
  present: StoredSubscription,
  period: Period,
  order: { id: Id<'ord'>; value: number },
) {
  const { starts_at, ends_at, number, credit_used, change: _, credited, ...terms } = period
  const priceChange = present.price_change
  const done =
    priceChange && priceChange.price_id === terms.price_id && priceChange.quantity === terms.quantity
  return {
    ...terms,
    // The first period may be free, or have the early price.
    amount: present.period === 0 ? present.amount : terms.amount,
    period: number,
    period_starts_at: starts_at,
    period_ends_at: ends_at,
    period_value: order.value,
    // A refund may have taken credit since the period was opened: what is left is counted now.
    credit_amount: Math.max(0, present.credit_amount + (credited?.amount ?? 0) - credit_used),
    price_change: done ? null : priceChange,
    order_id: order.id,
    open_order_id: null,
    open_payment_id: null,
    attempts: 0,
    past_due_at: null,
    next_charge_at: chargeTime(present.id, ends_at),
  } satisfies Partial<StoredSubscription>
}

/** The subscription after a failed charge; null if it was the last of the plan, and it is canceled. */
export function afterFailure(present: StoredSubscription, { dunning_days }: Dunning, now: string) {
  const past_due_at = present.past_due_at ?? now
  const days = dunning_days[present.attempts]
  if (days === undefined) return null
  const planned = daysAfter(past_due_at, days)
  return {
    attempts: present.attempts + 1,
    past_due_at,
    open_payment_id: null,
    // A retry by hand may have failed after the planned time.
    next_charge_at: planned > now ? planned : daysAfter(now, 1),
  } satisfies Partial<StoredSubscription>
}

/** What is to be done next without a request, and when; null if nothing is. */
export type Due = { at: string; act: 'charge' | 'end' | 'resume' | 'look' }
export function dueOf(present: StoredSubscription): Due | null {
  const { status, resumes_at, next_charge_at, period_ends_at } = present
  if (status === 'canceled') return null
  // Its provider charges it, and tells by callbacks; asked are those that have told nothing.
  if (present.provider_id !== null)
    return next_charge_at === null ? null : { at: next_charge_at, act: 'look' }
  if (status === 'paused') return resumes_at === null ? null : { at: resumes_at, act: 'resume' }
  // Its outcome decides what comes next.
  if (present.open_payment_id !== null) return null
  if (present.cancels_at_period_end && status !== 'past_due') return { at: period_ends_at, act: 'end' }
  return next_charge_at === null ? null : { at: next_charge_at, act: 'charge' }
}

/** Refuses while a charge is under way: nobody knows yet what the subscription is. */
export function refuseCharging({ open_payment_id }: Pick<Subscription, 'open_payment_id'>): void {
  if (open_payment_id !== null) throw new Refused(refusals.subscription_charging)
}

/** Refuses what only the provider that charges a subscription can do. */
export function refuseChargedElsewhere({ provider_id }: Pick<Subscription, 'provider_id'>): void {
  if (provider_id !== null) throw new Refused(refusals.subscription_charged_by_provider)
}

/** Refuses a charge by hand of a subscription that owes nothing. */
export function refuseUnlessPastDue({ status }: Pick<Subscription, 'status'>): void {
  if (status !== 'past_due') throw new Refused(subscriptionMoves.refuses[status])
}

/** The pause of a subscription: charges and term stand still. */
export function paused(resumes_at: string | null, now: string) {
  if (resumes_at !== null && resumes_at <= now) throw new Refused(refusals.resumes_in_past)
  return { paused_at: now, resumes_at, next_charge_at: null } satisfies Partial<StoredSubscription>
}

/** The end of a pause: the term moves by its length, and later periods are counted from its new end. */
export function resumed(present: StoredSubscription, now: string) {
  const stood = between(present.paused_at ?? now, now)
  const period_ends_at = later(present.period_ends_at, stood)
  const { trial_ends_at, period } = present
  const moved = {
    paused_at: null,
    resumes_at: null,
    period_starts_at: later(present.period_starts_at, stood),
    period_ends_at,
    anchor_at: period_ends_at,
    anchor_period: period,
    trial_ends_at: inTrial(present) && trial_ends_at ? later(trial_ends_at, stood) : trial_ends_at,
    next_charge_at: chargeTime(present.id, period_ends_at),
  } satisfies Partial<StoredSubscription>
  return { move: inTrial(present) ? 'resume_trial' : 'resume', changes: moved } as const
}

const inTrial = ({ trial_ends_at, period_ends_at }: StoredSubscription) => trial_ends_at === period_ends_at

/** The end of a subscription. */
export const ended = (cancel_reason: NonNullable<Subscription['cancel_reason']>, now: string) =>
  ({
    canceled_at: now,
    cancel_reason,
    cancels_at_period_end: false,
    next_charge_at: null,
    open_order_id: null,
    open_payment_id: null,
    price_change: null,
    paused_at: null,
    resumes_at: null,
  }) satisfies Partial<StoredSubscription>

/** Until when the person has what a period gives. */
export const accessOf = ({ ends_at }: Pick<Period, 'ends_at'>, { grace_days }: Dunning): string =>
  accessUntil(ends_at, grace_days)
