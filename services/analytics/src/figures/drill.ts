// The list query that returns exactly the objects behind a figure.
import { paymentMethods } from '@lms/commerce/contract'
import type { FactDimension, FactKind } from '../facts/fact.ts'
import { type Period, startOf } from './period.ts'

interface List {
  readonly path: string
  /** The field with the time at which it counts. */
  readonly at: string
  readonly fixed?: Readonly<Record<string, string>>
  /** The dimensions by which the list can be filtered, with the names of its filters where they are others. */
  readonly filters?: Readonly<Partial<Record<FactDimension, string>>>
}

const same = <const N extends FactDimension>(...names: N[]) =>
  Object.fromEntries(names.map(name => [name, name])) as unknown as Record<N, string>

const received = { status: 'succeeded', test: 'false' }
/** The methods of payments in which money moves. */
export const methodsOfMoney = paymentMethods
  .filter(method => !['certificate', 'none'].includes(method))
  .join(',')

const orderFilters = same('currency', 'offer_id', 'partner_id', 'country')

const lists: { readonly [K in FactKind]?: List } = {
  payment: {
    path: '/v1/payments',
    at: 'paid_at',
    fixed: { ...received, method: methodsOfMoney },
    filters: same('currency', 'offer_id', 'method'),
  },
  refund: {
    path: '/v1/refunds',
    at: 'refunded_at',
    fixed: { ...received, payment_method: methodsOfMoney },
    filters: { ...same('currency', 'offer_id'), method: 'payment_method' },
  },
  certificate: {
    path: '/v1/payments',
    at: 'paid_at',
    fixed: { ...received, method: 'certificate' },
    filters: same('currency', 'offer_id'),
  },
  certificate_refund: {
    path: '/v1/refunds',
    at: 'refunded_at',
    fixed: { ...received, payment_method: 'certificate' },
    filters: same('currency', 'offer_id'),
  },
  free_order: {
    path: '/v1/payments',
    at: 'paid_at',
    fixed: { ...received, method: 'none' },
    filters: same('currency', 'offer_id'),
  },
  order: { path: '/v1/orders', at: 'created_at', fixed: { test: 'false' }, filters: orderFilters },
  sale: { path: '/v1/orders', at: 'paid_at', fixed: { test: 'false' }, filters: orderFilters },
  form: { path: '/v1/form-submissions', at: 'created_at', fixed: { status: 'received,finished,failed' } },
  person: { path: '/v1/users', at: 'created_at', fixed: { status: 'active,blocked' } },
  access: { path: '/v1/accesses', at: 'created_at', filters: same('course_id') },
  lesson_started: { path: '/v1/progress', at: 'started_at', filters: same('course_id', 'lesson_id') },
  lesson_completed: { path: '/v1/progress', at: 'completed_at', filters: same('course_id', 'lesson_id') },
  message: { path: '/v1/messages', at: 'sent_at', filters: { channel: 'transport' } },
  registration: { path: '/v1/webinar-registrations', at: 'created_at', filters: same('webinar_id') },
}

/**
 * The query of the objects of a kind in a period of whole days, with these values of dimensions; null where no list has exactly
 * these.
 */
export function drillOf(
  kind: FactKind | 'cost',
  { period, zone, values }: { period: Period; zone: string; values: Partial<Record<FactDimension, string>> },
): string | null {
  const list = kind === 'cost' ? undefined : lists[kind]
  if (!list) return null
  const { path, at, fixed, filters = {} } = list
  const query = new URLSearchParams(fixed)
  query.set(`${at}[gte]`, startOf(period.from, zone))
  query.set(`${at}[lt]`, startOf(period.to, zone))
  for (const [name, value] of Object.entries(values)) {
    const filter = filters[name as FactDimension]
    // A list tells no empty value from none.
    if (!filter || !value) {
      if (emptyIsAny.includes(name) && !value) continue
      return null
    }
    query.set(filter, value)
  }
  return `${path}?${query}`
}

/** Dimensions that are empty only where nothing has them. */
const emptyIsAny = ['currency', 'offer_id', 'course_id', 'lesson_id', 'webinar_id', 'channel', 'method']

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
