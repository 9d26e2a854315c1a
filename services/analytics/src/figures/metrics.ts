// Which figures there are, and by what each can be divided: one table, also for the documents.
import type { FactDimension } from '../facts/fact.ts'
import { type Counted, type CountedName, counted } from './counted.ts'
import { type DerivedName, derivationOf, derived, type Values } from './derived.ts'

export { type CountedName, counted } from './counted.ts'

/** Maximum days of a period. */
export const maxDays = 1100

export const timeSteps = ['day', 'week', 'month'] as const
export type TimeStep = (typeof timeSteps)[number]
export type Dimension = TimeStep | FactDimension

export type Metric = CountedName | DerivedName
export const metricNames = [...Object.keys(counted), ...Object.keys(derived)] as [Metric, ...Metric[]]

const isCounted = (metric: Metric): metric is CountedName => Object.hasOwn(counted, metric)

/** The figures of a row that a metric needs. */
export const needs = (metric: Metric): readonly CountedName[] =>
  isCounted(metric) ? [metric] : derivationOf(metric).from

/** The figures that a metric needs from the beginning of the school up to the end of a row. */
export const needsToDate = (metric: Metric): readonly CountedName[] =>
  isCounted(metric) ? [] : (derivationOf(metric).toDate ?? [])

/** All figures that a metric is made of. */
export const madeOf = (metric: Metric): readonly CountedName[] => [
  ...new Set([...needs(metric), ...needsToDate(metric)]),
]

/** By what a metric can be divided, besides time. */
export const dividedBy = (metric: Metric): readonly FactDimension[] =>
  madeOf(metric)
    .map(name => (counted[name] as Counted).by)
    .reduce((one, other) => one.filter(each => other.includes(each)))

/** Whether it is a sum of money, or made of one. */
export const isMoney = (metric: Metric): boolean =>
  madeOf(metric).some(name => counted[name].measure === 'amount')

/** The value of a metric from the counted figures of a row, and those up to its end. */
export const metricValue = (metric: Metric, values: Values, toDate: Values = {}): number | null =>
  isCounted(metric) ? (values[metric] ?? 0) : derivationOf(metric).compute(values, toDate)

/** The table in words, a line for each metric. */
export const metricTable = metricNames
  .map(name => {
    const { means } = isCounted(name) ? counted[name] : derived[name]
    const by = dividedBy(name)
    return `\`${name}\` (${means}): day, week, month${by.length ? `, ${by.join(', ')}` : ''}`
  })
  .join('; ')
