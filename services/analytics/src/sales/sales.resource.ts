import type { Id } from '@lms/contract'
import { mapPage, noRows, pageOfItems } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { asOf } from '../figures/as-of.ts'
import type { AsOf } from '../figures/as-of-schema.ts'
import { drillOf } from '../figures/drill.ts'
import type { Sum } from '../figures/figure.store.ts'
import { oneValueOf, periodOfList, valuesOf } from '../figures/list-period.ts'
import { type Dimension, metricValue, type TimeStep } from '../figures/metrics.ts'
import { beginOf, type Period, within } from '../figures/period.ts'
import { type SalesRow, sales } from './sales.contract.ts'

const kinds = ['payment', 'refund', 'certificate', 'free_order'] as const

interface Frame {
  readonly step: TimeStep
  readonly period: Period
  readonly zone: string
  /** Whether figures are divided by offers, or of one offer. */
  readonly offers: readonly string[]
  readonly as_of: AsOf
}

interface Grouped {
  readonly id: string
  readonly of: readonly Sum[]
}

/** The sums of each row: one for each step, currency and offer that has any. */
function grouped(sums: readonly Sum[], step: TimeStep): Grouped[] {
  const keyOf = ({ by }: Sum) => [by[step]!, by.currency!, by.offer_id].filter(Boolean).join('.')
  return [...Map.groupBy(sums, keyOf)].map(([id, of]) => ({ id, of }))
}

function rowOf({ id, of }: Grouped, { step, period, zone, offers, as_of }: Frame): SalesRow {
  const { by } = of[0]!
  const days = within(beginOf(by[step]!, step), step, period)
  const kind = (name: (typeof kinds)[number]) => of.find(sum => sum.kind === name)
  const [paid, returned] = [kind('payment'), kind('refund')]
  const turnover = paid?.amount ?? 0
  const refunds = returned?.amount ?? 0
  const payments = paid?.objects ?? 0
  const offer_id = by.offer_id ?? null
  const values = { currency: by.currency!, offer_id: offer_id ?? offers.join(',') }
  const drill = (name: 'payment' | 'refund') => drillOf(name, { period: days, zone, values })!
  return {
    id,
    start: days.from,
    end: days.to,
    currency: by.currency!,
    offer_id: (offer_id || null) as Id<'off'> | null,
    turnover,
    payments,
    certificates: kind('certificate')?.amount ?? 0,
    free_orders: kind('free_order')?.objects ?? 0,
    refunds,
    refund_count: returned?.objects ?? 0,
    net: turnover - refunds,
    average_check: metricValue('average_check', { turnover, payments }),
    as_of,
    drill: { payments: drill('payment'), refunds: drill('refund') },
  }
}

const salesHandlers = builder.implement(sales, {
  list: async ({ query, work, runtime, now }, stores: Stores) => {
    const { time_zone: zone } = await stores.school.get()
    const period = periodOfList(query, { zone, now })
    if (!period) return noRows
    const step = (oneValueOf(query, 'step') ?? 'day') as TimeStep
    const currencies = valuesOf(query, 'currency')
    const offers = valuesOf(query, 'offer_id')
    const divided: Dimension[] = oneValueOf(query, 'divided') === 'offer' ? ['offer_id'] : []
    const as_of = await asOf({ work, runtime }, stores)
    const sums = await stores.figures.sums({
      kinds,
      by: [step, 'currency', ...divided],
      only: {
        ...(currencies.length ? { currency: currencies } : {}),
        ...(offers.length ? { offer_id: offers } : {}),
      },
      period,
      zone,
    })
    // Days and offers make many rows, and a page has few of them.
    const page = pageOfItems(grouped(sums, step), { ...query, filters: [] })
    return mapPage(page, group => rowOf(group, { step, period, zone, offers, as_of }))
  },
})

export const salesResource = builder.resource({
  handlers: [salesHandlers],
})
