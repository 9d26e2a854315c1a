// Which figures there are, of which facts, and by what each can be divided: one table, also for the documents.
import type { FactDimension, FactKind } from '../facts/fact.ts'

/** Maximum days of a period. */
export const maxDays = 1100

export const timeSteps = ['day', 'week', 'month'] as const
export type TimeStep = (typeof timeSteps)[number]
export type Dimension = TimeStep | FactDimension

interface Counted {
  readonly of: FactKind
  /** The sum of amounts, or the number of objects. */
  readonly measure: 'amount' | 'objects'
  readonly by: readonly FactDimension[]
  readonly means: string
}

const byOffer = ['currency', 'offer_id'] as const

/** What is counted. Money has a currency, and amounts of different ones are never added together. */
export const counted = {
  turnover: {
    of: 'payment',
    measure: 'amount',
    by: byOffer,
    means: 'money received, by the day of the payment, without what certificates paid',
  },
  refunds: {
    of: 'refund',
    measure: 'amount',
    by: byOffer,
    means: 'money returned, by the day of the refund',
  },
  certificates: {
    of: 'certificate',
    measure: 'amount',
    by: byOffer,
    means: 'what gift certificates paid of orders: no money moved',
  },
  certificate_refunds: {
    of: 'certificate_refund',
    measure: 'amount',
    by: byOffer,
    means: 'what went back to gift certificates',
  },
  payments: { of: 'payment', measure: 'objects', by: byOffer, means: 'payments of money received' },
  free_orders: {
    of: 'free_order',
    measure: 'objects',
    by: byOffer,
    means: 'orders that were paid by nothing: free ones, and redeemed gifts',
  },
  refund_count: { of: 'refund', measure: 'objects', by: byOffer, means: 'refunds made' },
  orders: { of: 'order', measure: 'objects', by: byOffer, means: 'orders made' },
  ordered: { of: 'order', measure: 'amount', by: byOffer, means: 'what these orders amount to' },
  paid_orders: { of: 'sale', measure: 'objects', by: byOffer, means: 'orders paid in full, by that day' },
  people: { of: 'person', measure: 'objects', by: [], means: 'people who came' },
  accesses: { of: 'access', measure: 'objects', by: ['course_id'], means: 'rights to courses granted' },
  lessons_started: {
    of: 'lesson_started',
    measure: 'objects',
    by: ['course_id', 'lesson_id'],
    means: 'lessons begun by somebody',
  },
  lessons_completed: {
    of: 'lesson_completed',
    measure: 'objects',
    by: ['course_id', 'lesson_id'],
    means: 'lessons completed by somebody',
  },
  messages: { of: 'message', measure: 'objects', by: ['channel'], means: 'messages sent' },
  registrations: {
    of: 'registration',
    measure: 'objects',
    by: ['webinar_id'],
    means: 'registrations for sessions of webinars',
  },
} as const satisfies Record<string, Counted>
export type CountedName = keyof typeof counted

interface Derived {
  readonly from: readonly CountedName[]
  readonly compute: (...values: number[]) => number | null
  readonly means: string
}

/** What follows from counted figures of the same row. */
export const derived = {
  net: {
    from: ['turnover', 'refunds'],
    compute: (turnover, refunds) => turnover! - refunds!,
    means: 'turnover less refunds',
  },
  average_check: {
    from: ['turnover', 'payments'],
    compute: (turnover, payments) => (payments ? Math.round(turnover! / payments) : null),
    means: 'turnover for each payment; null without one',
  },
} as const satisfies Record<string, Derived>
export type DerivedName = keyof typeof derived

export type Metric = CountedName | DerivedName
export const metricNames = [...Object.keys(counted), ...Object.keys(derived)] as [Metric, ...Metric[]]

const isCounted = (metric: Metric): metric is CountedName => Object.hasOwn(counted, metric)

/** The counted figures that a metric needs. */
export const needs = (metric: Metric): readonly CountedName[] =>
  isCounted(metric) ? [metric] : derived[metric].from

/** By what a metric can be divided, besides time. */
export const dividedBy = (metric: Metric): readonly FactDimension[] =>
  needs(metric)
    .map(name => counted[name].by as readonly FactDimension[])
    .reduce((one, other) => one.filter(each => other.includes(each)))

/** Whether it is a sum of money. */
export const isMoney = (metric: Metric): boolean =>
  needs(metric).some(name => counted[name].measure === 'amount')

/** The value of a metric from the counted figures of a row. */
export const metricValue = (
  metric: Metric,
  values: Readonly<Partial<Record<CountedName, number>>>,
): number | null =>
  isCounted(metric)
    ? (values[metric] ?? 0)
    : (derived[metric] as Derived).compute(...derived[metric].from.map(name => values[name] ?? 0))

/** The table in words, a line for each metric. */
export const metricTable = metricNames
  .map(name => {
    const { means } = isCounted(name) ? counted[name] : derived[name]
    const by = dividedBy(name)
    return `\`${name}\` (${means}): day, week, month${by.length ? `, ${by.join(', ')}` : ''}`
  })
  .join('; ')
