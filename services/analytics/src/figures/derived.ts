// What follows from counted figures. docs/guides/figures-of-money.md and figures-of-visits.md define each
// in sentences.
import type { CountedName } from './counted.ts'

/** Figures by their names: those of a row, and all up to its end. */
export type Values = Readonly<Partial<Record<CountedName, number>>>

interface Derived {
  /** The figures of the row that it needs. */
  readonly from: readonly CountedName[]
  /** The figures that it needs from the beginning up to the end of the row. */
  readonly toDate?: readonly CountedName[]
  readonly compute: (values: Values, toDate: Values) => number | null
  readonly means: string
}

const revenue = ['turnover', 'refunds', 'fees', 'taxes'] as const
const movements = [
  'mrr_new',
  'mrr_expansion',
  'mrr_contraction',
  'mrr_churn',
  'mrr_reactivation',
  'mrr_moved',
] as const
const subscribers = ['subscribers_new', 'subscribers_reactivated', 'subscribers_churned'] as const

const of = (values: Values, name: CountedName) => values[name] ?? 0
const revenueOf = (values: Values) =>
  of(values, 'turnover') - of(values, 'refunds') - of(values, 'fees') - of(values, 'taxes')
const mrrOf = (values: Values) =>
  of(values, 'mrr_new') +
  of(values, 'mrr_expansion') +
  of(values, 'mrr_reactivation') +
  of(values, 'mrr_moved') -
  of(values, 'mrr_contraction') -
  of(values, 'mrr_churn')
const subscribersOf = (values: Values) =>
  of(values, 'subscribers_new') + of(values, 'subscribers_reactivated') - of(values, 'subscribers_churned')

const ratio = (part: number, total: number, parts: number) =>
  total > 0 ? Math.round((part * parts) / total) : null
/** Hundredths of a percent. */
const basisPoints = 10_000

/** A step from visitors to students: how many of the step before, in hundredths of a percent. */
const step = <const To extends CountedName, const From extends CountedName>(
  to: To,
  from: From,
  means: string,
) =>
  ({
    from: [to, from],
    compute: (values: Values) => ratio(of(values, to), of(values, from), basisPoints),
    means,
  }) as const

/** What follows from counted figures of the same row. */
export const derived = {
  net: {
    from: ['turnover', 'refunds'],
    compute: values => of(values, 'turnover') - of(values, 'refunds'),
    means: 'turnover less refunds',
  },
  net_revenue: {
    from: revenue,
    compute: revenueOf,
    means: "turnover less refunds, the providers' fees and taxes",
  },
  average_check: {
    from: ['turnover', 'payments'],
    compute: values => ratio(of(values, 'turnover'), of(values, 'payments'), 1),
    means: 'turnover for each payment; null without one',
  },
  returning_buyers: {
    from: ['buyers', 'new_buyers'],
    compute: values => of(values, 'buyers') - of(values, 'new_buyers'),
    means: 'people who paid money, and had done so before',
  },
  visit_to_form_basis_points: step(
    'first_forms',
    'visitors',
    '`first_forms` in hundredths of a percent of visitors; null without any',
  ),
  form_to_order_basis_points: step(
    'first_orders',
    'first_forms',
    '`first_orders` of `first_forms`, likewise',
  ),
  order_to_payment_basis_points: step(
    'new_buyers',
    'first_orders',
    '`new_buyers` of `first_orders`, likewise',
  ),
  payment_to_lesson_basis_points: step(
    'first_lessons',
    'new_buyers',
    '`first_lessons` of `new_buyers`, likewise',
  ),
  visit_to_payment_basis_points: step('new_buyers', 'visitors', '`new_buyers` of visitors, likewise'),
  mrr_change: {
    from: movements,
    compute: mrrOf,
    means: 'new, expansion and reactivation less contraction and churn',
  },
  mrr: {
    from: [],
    toDate: movements,
    compute: (_, toDate) => mrrOf(toDate),
    means: 'monthly recurring revenue at the end, without taxes',
  },
  mrr_churn_basis_points: {
    from: movements,
    toDate: movements,
    compute: (values, toDate) => ratio(of(values, 'mrr_churn'), mrrOf(toDate) - mrrOf(values), basisPoints),
    means: '`mrr_churn` in hundredths of a percent of the MRR at the beginning; null without any',
  },
  subscribers: {
    from: [],
    toDate: subscribers,
    compute: (_, toDate) => subscribersOf(toDate),
    means: 'people with recurring revenue at the end; in each currency',
  },
  subscriber_churn_basis_points: {
    from: subscribers,
    toDate: subscribers,
    compute: (values, toDate) =>
      ratio(of(values, 'subscribers_churned'), subscribersOf(toDate) - subscribersOf(values), basisPoints),
    means: '`subscribers_churned` in hundredths of a percent of those at the beginning; null without any',
  },
  net_revenue_to_date: {
    from: [],
    toDate: revenue,
    compute: (_, toDate) => revenueOf(toDate),
    means: 'net revenue from the beginning up to the end',
  },
  costs_to_date: {
    from: [],
    toDate: ['costs'],
    compute: (_, toDate) => of(toDate, 'costs'),
    means: 'costs from the beginning up to the end',
  },
  payback_percent: {
    from: [],
    toDate: [...revenue, 'costs'],
    compute: (_, toDate) => ratio(revenueOf(toDate), of(toDate, 'costs'), 100),
    means: 'net revenue to date for each 100 of costs to date; null without costs',
  },
  ltv: {
    from: [],
    toDate: [...revenue, 'new_buyers'],
    compute: (_, toDate) => ratio(revenueOf(toDate), of(toDate, 'new_buyers'), 1),
    means: 'lifetime value: net revenue to date for each new buyer to date; null without one',
  },
} as const satisfies Record<string, Derived>
export type DerivedName = keyof typeof derived
export const derivationOf = (name: DerivedName): Derived => derived[name]
