// How the recurring revenue of one person in one currency has changed: what docs/guides/figures-of-money.md defines. Pure.
import type { FactKind } from './fact.ts'

/** From a time on a subscription is worth so much a month. */
export interface Worth {
  readonly subscription_id: string
  /** The order of the changes of a subscription. */
  readonly place: string
  readonly at: string
  readonly amount: number
  readonly offer_id: string
  readonly country: string
}

export type MovementKind = Extract<FactKind, `mrr_${string}`>

/** A change of the recurring revenue. Positive, except of `mrr_moved`, whose two parts are together 0. */
export interface Movement extends Worth {
  readonly kind: MovementKind
}

const earlier = (one: Worth, other: Worth): number =>
  Date.parse(one.at) - Date.parse(other.at) ||
  compare(one.subscription_id, other.subscription_id) ||
  compare(one.place, other.place)
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/**
 * What changes of a person's subscriptions did to their recurring revenue: it begins (`new`, or `reactivation` of someone who
 * had one), grows, shrinks, or ends (`churn`). Another offer for a subscription moves what it was worth.
 */
export function movementsOf(changes: readonly Worth[]): Movement[] {
  const worth = new Map<string, Worth>()
  let total = 0
  let hadAny = false
  return changes.toSorted(earlier).flatMap(change => {
    const before = worth.get(change.subscription_id)
    const delta = change.amount - (before?.amount ?? 0)
    // What ends, ends for the offer that it was of.
    const now = change.amount === 0 && before ? { ...change, offer_id: before.offer_id } : change
    worth.set(change.subscription_id, now)
    const had = total
    total += delta
    const moved = before && before.offer_id !== now.offer_id ? movedBetween(before, now) : []
    if (delta === 0) return moved
    const kind = kindOf({ had, has: total, hadAny })
    hadAny = true
    return [...moved, { ...now, kind, amount: Math.abs(delta) }]
  })
}

const movedBetween = (before: Worth, now: Worth): Movement[] =>
  before.amount === 0
    ? []
    : [
        { ...now, kind: 'mrr_moved', amount: -before.amount, offer_id: before.offer_id },
        { ...now, kind: 'mrr_moved', amount: before.amount },
      ]

function kindOf({ had, has, hadAny }: { had: number; has: number; hadAny: boolean }): MovementKind {
  if (had === 0) return hadAny ? 'mrr_reactivation' : 'mrr_new'
  if (has === 0) return 'mrr_churn'
  return has > had ? 'mrr_expansion' : 'mrr_contraction'
}
