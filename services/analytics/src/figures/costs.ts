// What channels have cost in a period.

import type { Cost } from '../settings/analytics-settings.ts'
import { addDays, daysOf, overlap, type Period } from './period.ts'

/** The share of a cost that falls into the period: each of its days has an equal part, rounded once. */
export function shareOf({ from, to, amount }: Pick<Cost, 'from' | 'to' | 'amount'>, period: Period): number {
  const costPeriod = { from, to: addDays(to, 1) }
  const common = overlap(costPeriod, period)
  const days = common.from < common.to ? daysOf(common) : 0
  return Math.round((amount * days) / daysOf(costPeriod))
}
