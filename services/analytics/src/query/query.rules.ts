// What a query asks for, checked against the table of metrics, and its rows from sums. Pure.
import { type BodyOf, Refused } from '@lms/contract'
import { spellingOf } from '../facts/channel.ts'
import type { FactDimension } from '../facts/fact.ts'
import { drillOf } from '../figures/drill.ts'
import type { Sum } from '../figures/figure.store.ts'
import {
  type CountedName,
  counted,
  type Dimension,
  dividedBy,
  isMoney,
  type Metric,
  madeOf,
  metricValue,
  needs,
  needsToDate,
  type TimeStep,
  timeSteps,
} from '../figures/metrics.ts'
import { type Period, within } from '../figures/period.ts'
import { type Answered, type queries, refusals } from './query.contract.ts'

type Body = BodyOf<typeof queries.query>

export interface Plan {
  readonly metrics: readonly Metric[]
  /** The figures of rows, and those from the beginning up to their ends. */
  readonly counted: readonly CountedName[]
  readonly toDate: readonly CountedName[]
  readonly by: readonly Dimension[]
  readonly only: Readonly<Partial<Record<FactDimension, readonly string[]>>>
}

/** What was read for a plan: the sums of its rows, and those up to their ends. */
export interface Read {
  readonly sums: readonly Sum[]
  readonly toDate: readonly Sum[]
}

const isStep = (name: string): name is TimeStep => (timeSteps as readonly string[]).includes(name)

/** Dimensions that have one spelling of a word. */
const channelWords = ['source', 'medium', 'campaign']

/** The plan of a query; refuses what the table of metrics does not have. */
export function planOf({ metrics, dimensions, filters, compare, order }: Body): Plan {
  const uniqueDimensions = [...new Set(dimensions)] as Dimension[]
  const only = Object.fromEntries(
    Object.entries(filters).flatMap(([name, values]) =>
      values ? [[name, channelWords.includes(name) ? values.map(spellingOf) : values]] : [],
    ),
  ) as Plan['only']
  const steps = uniqueDimensions.filter(isStep)
  if (steps.length > 1)
    throw new Refused(refusals.metric_not_divided, undefined, {
      details: [{ path: 'body.dimensions', message: 'only one of day, week and month' }],
    })
  if (compare && steps.length) throw new Refused(refusals.compare_invalid)
  const uniqueMetrics = new Set(metrics)
  const details = [...uniqueMetrics].flatMap((metric, index) => {
    const able = dividedBy(metric)
    const odd = [...uniqueDimensions, ...Object.keys(only)].filter(
      name => !isStep(name) && !able.includes(name as never),
    )
    const can = ['day, week, month', ...able].join(', ')
    return odd.length
      ? [{ path: `body.metrics.${index}`, message: `${metric} has no ${odd.join(', ')}, but ${can}` }]
      : []
  })
  if (details.length) throw new Refused(refusals.metric_not_divided, undefined, { details })
  const money = [...uniqueMetrics].some(isMoney) && !uniqueDimensions.includes('currency')
  const by: Dimension[] = money ? [...uniqueDimensions, 'currency'] : uniqueDimensions
  // A name that no row has would leave the order to the dimensions, and the first rows would not be the largest ones.
  const names: readonly string[] = [...uniqueMetrics, ...by]
  if (order && !names.includes(order.by))
    throw new Refused(refusals.order_invalid, undefined, {
      details: [{ path: 'body.order.by', message: `must be one of: ${names.join(', ')}` }],
    })
  const of = (part: typeof needs) => [...new Set([...uniqueMetrics].flatMap(part))]
  return { metrics: [...uniqueMetrics], counted: of(needs), toDate: of(needsToDate), by, only }
}

interface Frame {
  readonly plan: Plan
  readonly period: Period
  readonly zone: string
}

type AnswerRow = Answered['data'][number]
/** A row before its queries are written: of many rows few are answered. */
type Row = Omit<AnswerRow, 'drill'>

const keyOf = ({ by }: Pick<Sum, 'by'>, plan: Plan) => JSON.stringify(plan.by.map(name => by[name]))

/** Whether a row can have a figure: where rows are of a currency, what has none is in a row without one. */
const isIn = (name: CountedName, { currency }: Sum['by']): boolean =>
  currency === undefined ||
  (currency !== '') === (counted[name].by as readonly FactDimension[]).includes('currency')

/**
 * A row for each combination of dimensions that has any figure. Counts of what has a currency stand beside money in the
 * rows of each currency.
 */
export function rowsOf(now: Read, before: Read | null, plan: Plan): Row[] {
  const group = (sums: readonly Sum[]) => Map.groupBy(sums, sum => keyOf(sum, plan))
  const grouped = (read: Read) => ({ sums: group(read.sums), toDate: group(read.toDate) })
  const present = grouped(now)
  const earlier = before && grouped(before)
  const groups = [present, earlier].flatMap(each => (each ? [each.sums, each.toDate] : []))
  const firsts = new Map(groups.flatMap(all => [...all].map(([key, of]) => [key, of[0]!] as const)))
  return [...firsts].map(([key, { by }]) => {
    const values = ({ sums, toDate }: typeof present) =>
      valuesOf({ sums: sums.get(key) ?? [], toDate: toDate.get(key) ?? [] }, by, plan)
    return {
      dimensions: Object.fromEntries(plan.by.map(name => [name, by[name]!])),
      values: values(present),
      compared: earlier && values(earlier),
    }
  })
}

/** The row with the queries of what is behind it. */
export const drilled = (row: Row, frame: Frame): AnswerRow => ({
  ...row,
  drill: drillsOf(row.dimensions, frame),
})

function valuesOf(
  { sums, toDate }: Read,
  by: Sum['by'],
  { metrics, counted: names, toDate: namesToDate }: Plan,
): Record<string, number | null> {
  const values = figuresOf(sums, names)
  const ended = figuresOf(toDate, namesToDate)
  const worthOf = (metric: Metric) =>
    madeOf(metric).every(name => isIn(name, by)) ? metricValue(metric, values, ended) : null
  return Object.fromEntries(metrics.map(metric => [metric, worthOf(metric)]))
}

const figuresOf = (sums: readonly Sum[], names: readonly CountedName[]) =>
  Object.fromEntries(
    names.map(name => {
      const { of, measure } = counted[name]
      const ofPeople = measure === 'people'
      const sum = sums.find(({ kind, people }) => kind === of && (people !== undefined) === ofPeople)
      return [name, sum?.[measure] ?? 0]
    }),
  )

function drillsOf(by: Sum['by'], { plan, period, zone }: Frame): Record<string, string> {
  const step = plan.by.find(isStep)
  const days = step ? within(by[step]!, step, period) : period
  const filters = Object.fromEntries(
    Object.entries(plan.only).map(([name, values]) => [name, values.join(',')]),
  )
  const own = Object.fromEntries(plan.by.filter(name => !isStep(name)).map(name => [name, by[name]!]))
  return Object.fromEntries(
    plan.counted
      .filter(name => isIn(name, by) && counted[name].measure !== 'people')
      .flatMap(name => {
        const drill = drillOf(counted[name].of, { period: days, zone, values: { ...filters, ...own } })
        return drill === null ? [] : [[name, drill]]
      }),
  )
}

/** The rows in the order that the query asks for, at most `limit` of them. */
export function ordered(rows: readonly Row[], { order, limit }: Pick<Body, 'order' | 'limit'>) {
  const sign = order?.descending ? -1 : 1
  const keyed = rows.map(row => ({
    row,
    key: Object.values(row.dimensions).join(' '),
    value: order && (row.values[order.by] ?? row.dimensions[order.by] ?? ''),
  }))
  const sorted = keyed.sort(
    (one, other) => sign * compare(one.value, other.value) || compare(one.key, other.key),
  )
  return { data: sorted.slice(0, limit).map(({ row }) => row), more: sorted.length > limit }
}

const compare = <V extends string | number | null>(one: V, other: V): number =>
  one === other ? 0 : one! < other! ? -1 : 1
