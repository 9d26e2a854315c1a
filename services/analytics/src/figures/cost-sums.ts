// What channels have cost, as sums beside those of facts. Pure.
import { channelOf } from '../facts/channel.ts'
import type { FactDimension } from '../facts/fact.ts'
import type { Cost } from '../settings/analytics-settings.ts'
import { shareOf } from './costs.ts'
import type { Sum } from './figure.store.ts'
import { type Dimension, type TimeStep, timeSteps } from './metrics.ts'
import { addDays, beginOf, overlap, type Period, stepsOf, within } from './period.ts'

interface CostQuery {
  readonly by: readonly Dimension[]
  readonly only: Readonly<Partial<Record<FactDimension, readonly string[]>>>
  readonly period: Period
}

const isStep = (name: Dimension): name is TimeStep => (timeSteps as readonly string[]).includes(name)

/** The days of a period in pieces that are each of one step and one month. */
function pieces(period: Period, step: TimeStep | undefined): Period[] {
  const months = stepsOf(period, 'month').map(begin => within(begin, 'month', period))
  if (!step || step === 'month') return months
  return months.flatMap(month => stepsOf(month, step).map(begin => within(begin, step, month)))
}

/** The costs of a period, divided as the facts are: a sum for each channel, currency, step and month that has some. */
export function costSums(costs: readonly Cost[], { by, only, period }: CostQuery): Sum[] {
  const step = by.find(isStep)
  const sums = new Map<string, Sum>()
  for (const cost of costs) {
    const days = overlap({ from: cost.from, to: addDays(cost.to, 1) }, period)
    if (days.from >= days.to) continue
    for (const piece of pieces(days, step)) {
      const { source, medium, campaign } = channelOf(cost)
      const last = { last_source: source, last_medium: medium, last_campaign: campaign }
      const own = { source, medium, campaign, ...last, cohort: piece.from.slice(0, 7) }
      const values = { ...own, currency: cost.currency }
      const isMeant = Object.entries(only).every(([name, some]) =>
        some?.includes(values[name as keyof typeof values]),
      )
      // Rounded together: the pieces sum up to what the whole of them costs.
      const amount =
        shareOf(cost, { from: cost.from, to: piece.to }) - shareOf(cost, { from: cost.from, to: piece.from })
      if (!isMeant || amount === 0) continue
      const divided = Object.fromEntries(
        by.map(name => [
          name,
          isStep(name) ? beginOf(piece.from, name) : values[name as keyof typeof values],
        ]),
      )
      const key = JSON.stringify(divided)
      const before = sums.get(key)?.amount ?? 0
      sums.set(key, { kind: 'cost', by: divided, objects: 0, amount: before + amount })
    }
  }
  return [...sums.values()]
}
