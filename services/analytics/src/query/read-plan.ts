// The sums that a query needs, each read once.
import { Refused } from '@lms/contract'
import { costSums } from '../figures/cost-sums.ts'
import type { FigureQuery, FigureStore, Sum } from '../figures/figure.store.ts'
import { type CountedName, counted, type Dimension, timeSteps } from '../figures/metrics.ts'
import { addDays, daysOf, firstDay, type Period, stepsOf } from '../figures/period.ts'
import type { Cost } from '../settings/analytics-settings.ts'
import { maxRead, refusals } from './query.contract.ts'
import type { Plan, Read } from './query.rules.ts'
import { toDateOf } from './to-date.ts'

const isStep = (name: Dimension): boolean => (timeSteps as readonly string[]).includes(name)

/** A period of the last days that would read half of what is allowed. */
const narrower = (period: Period, cost: number) => {
  const days = Math.max(1, Math.floor((daysOf(period) * maxRead) / (2 * cost)))
  return { from: addDays(period.to, -days), to: period.to }
}

export function tooLarge(period: Period, cost: number): Refused {
  const fits = narrower(period, cost)
  const message = `${fits.from} to ${fits.to} would probably fit`
  return new Refused(refusals.query_too_large, undefined, { details: [{ path: 'body.period', message }] })
}

interface Frame {
  readonly period: Period
  readonly zone: string
  readonly costs: readonly Cost[]
}

const kindsOf = (names: readonly CountedName[]) => [
  ...new Set(names.flatMap(name => (counted[name].of === 'cost' ? [] : counted[name].of))),
]

/** Reads what a plan needs of a period. Refuses what would read too much. Take the turn of the school before. */
export async function readPlan(plan: Plan, frame: Frame, figures: FigureStore): Promise<Read> {
  const { period, zone } = frame
  const { by, only } = plan
  const withoutStep = by.filter(name => !isStep(name))
  const query = (names: readonly CountedName[], changes: Partial<FigureQuery> = {}): FigureQuery => ({
    ...{ kinds: kindsOf(names), by, only, period, zone },
    ...changes,
  })
  const ofPeople = plan.counted.filter(name => counted[name].measure === 'people')
  const flowing = query([...plan.counted.filter(name => !ofPeople.includes(name)), ...plan.toDate])
  const opened = query(plan.toDate, { by: withoutStep, period: { from: firstDay, to: period.from } })
  const people = query(ofPeople)
  const reads = [flowing, opened].filter(({ kinds }) => kinds.length > 0)
  for (const each of reads) {
    const cost = await figures.cost(each, maxRead)
    if (cost > maxRead) throw tooLarge(period, cost)
  }
  if (people.kinds.length > 0) {
    const cost = await figures.factCost(people, maxRead)
    if (cost > maxRead) throw tooLarge(period, cost)
  }
  const sumsOf = async (each: FigureQuery) => (each.kinds.length > 0 ? figures.sums(each) : [])
  const [flows, opening, different] = await Promise.all([
    sumsOf(flowing),
    sumsOf(opened),
    people.kinds.length > 0 ? figures.people(people) : [],
  ])
  const needsCosts = [...plan.counted, ...plan.toDate].some(name => counted[name].of === 'cost')
  const spent = needsCosts ? costSums(frame.costs, flowing) : []
  const spentBefore = needsCosts && plan.toDate.length > 0 ? costSums(frame.costs, opened) : []
  const toDateKinds = new Set(plan.toDate.map(name => counted[name].of))
  const isToDate = ({ kind }: Sum) => toDateKinds.has(kind as never)
  const begun = [...opening, ...spentBefore].filter(isToDate)
  const going = [...flows, ...spent].filter(isToDate)
  const step = by.find(isStep) as 'day' | undefined
  const rows = (begun.length + going.length) * (step ? stepsOf(period, step).length : 1)
  if (rows > maxRead) throw tooLarge(period, rows)
  return { sums: [...flows, ...spent, ...different], toDate: toDateOf(begun, going, { by, period }) }
}
