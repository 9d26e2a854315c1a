// The list query that returns exactly the objects behind a figure.
import { paymentMethods } from '@lms/commerce/contract'
import type { FactDimension, FactKind } from '../facts/fact.ts'
import { type Period, startOf } from './period.ts'

interface List {
  readonly path: string
  /** The field with the time at which it counts. */
  readonly at: string
  readonly fixed?: Readonly<Record<string, string>>
  /** Filters of other names than the dimension. */
  readonly parameterNames?: Readonly<Record<string, string>>
}

const received = { status: 'succeeded', test: 'false' }
/** The methods of payments in which money moves. */
export const methodsOfMoney = paymentMethods
  .filter(method => !['certificate', 'none'].includes(method))
  .join(',')

const lists: { readonly [K in FactKind]?: List } = {
  payment: { path: '/v1/payments', at: 'paid_at', fixed: { ...received, method: methodsOfMoney } },
  refund: { path: '/v1/refunds', at: 'refunded_at', fixed: { ...received, payment_method: methodsOfMoney } },
  certificate: { path: '/v1/payments', at: 'paid_at', fixed: { ...received, method: 'certificate' } },
  certificate_refund: {
    path: '/v1/refunds',
    at: 'refunded_at',
    fixed: { ...received, payment_method: 'certificate' },
  },
  free_order: { path: '/v1/payments', at: 'paid_at', fixed: { ...received, method: 'none' } },
  order: { path: '/v1/orders', at: 'created_at', fixed: { test: 'false' } },
  sale: { path: '/v1/orders', at: 'paid_at', fixed: { test: 'false' } },
  person: { path: '/v1/users', at: 'created_at', fixed: { status: 'active,blocked' } },
  access: { path: '/v1/accesses', at: 'created_at' },
  lesson_started: { path: '/v1/progress', at: 'started_at' },
  lesson_completed: { path: '/v1/progress', at: 'completed_at' },
  message: { path: '/v1/messages', at: 'sent_at', parameterNames: { channel: 'transport' } },
  registration: { path: '/v1/webinar-registrations', at: 'created_at' },
}

/** The query of the objects of a kind in a period of whole days, with these values of dimensions. */
export function drillOf(
  kind: FactKind,
  { period, zone, values }: { period: Period; zone: string; values: Partial<Record<FactDimension, string>> },
): string {
  const { path, at, fixed, parameterNames } = lists[kind]!
  const query = new URLSearchParams(fixed)
  query.set(`${at}[gte]`, startOf(period.from, zone))
  query.set(`${at}[lt]`, startOf(period.to, zone))
  for (const [name, value] of Object.entries(values))
    if (value) query.set(parameterNames?.[name] ?? name, value)
  return `${path}?${query}`
}

/** Ids in one query, and queries of one figure. */
const atOnce = 100
const maxQueries = 5

/** Queries of a list by ids; null if there are too many. */
export function drillByIds(
  path: string,
  filter: string,
  ids: readonly string[],
  rest: Record<string, string> = {},
) {
  if (ids.length > atOnce * maxQueries) return null
  const sorted = [...ids].sort()
  const queries: string[] = []
  for (let begin = 0; begin < sorted.length; begin += atOnce)
    queries.push(
      `${path}?${new URLSearchParams({ ...rest, [filter]: sorted.slice(begin, begin + atOnce).join(',') })}`,
    )
  return queries
}

/** Maximum ids of which queries are made. */
export const maxDrillIds = atOnce * maxQueries

/** Queries of these people; who has been deleted since is in the figure, and in no list that does not ask for it. */
export const drillByPeople = (ids: readonly string[]) =>
  drillByIds('/v1/users', 'id', ids, { status: 'active,blocked,deleted' })
