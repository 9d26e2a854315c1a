// Figures up to the end of each step of a period. Pure.
import type { Sum } from '../figures/figure.store.ts'
import { type Dimension, type TimeStep, timeSteps } from '../figures/metrics.ts'
import { type Period, stepsOf } from '../figures/period.ts'

const isStep = (name: Dimension): name is TimeStep => (timeSteps as readonly string[]).includes(name)

/**
 * Sums from the beginning up to the end of each step, or of the period without steps. `opening` is what was before the period,
 * not divided by steps; `flows` what comes in it.
 */
export function toDateOf(
  opening: readonly Sum[],
  flows: readonly Sum[],
  { by, period }: { by: readonly Dimension[]; period: Period },
): Sum[] {
  const step = by.find(isStep)
  const names = by.filter(name => name !== step)
  const keyOf = (sum: Sum) => JSON.stringify([sum.kind, ...names.map(name => sum.by[name])])
  const groups = Map.groupBy([...opening, ...flows], keyOf)
  const steps = step ? stepsOf(period, step) : []
  return [...groups.values()].flatMap(all => {
    const { kind, by: own } = all[0]!
    const dimensions = Object.fromEntries(names.map(name => [name, own[name]!]))
    const added = (objects: number, amount: number, some: readonly Sum[]) => ({
      objects: some.reduce((sum, each) => sum + each.objects, objects),
      amount: some.reduce((sum, each) => sum + each.amount, amount),
    })
    if (!step) return [{ kind, by: dimensions, ...added(0, 0, all) }]
    const ofStep = Map.groupBy(all, sum => sum.by[step] ?? '')
    let state = added(0, 0, ofStep.get('') ?? [])
    let begun = ofStep.has('')
    return steps.flatMap(begin => {
      const now = ofStep.get(begin)
      begun ||= now !== undefined
      state = added(state.objects, state.amount, now ?? [])
      return begun ? [{ kind, by: { ...dimensions, [step]: begin }, ...state }] : []
    })
  })
}
