import { noRows, pageOfItems } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { type Channel, channelOf, spellingOf } from '../facts/channel.ts'
import { asOf } from '../figures/as-of.ts'
import type { AsOf } from '../figures/as-of-schema.ts'
import { shareOf } from '../figures/costs.ts'
import { drillByIds, drillByPeople } from '../figures/drill.ts'
import { oneValueOf, periodOfList, valuesOf } from '../figures/list-period.ts'
import type { Period } from '../figures/period.ts'
import type { Cost } from '../settings/analytics-settings.ts'
import { type TrafficRow, traffic } from './traffic.contract.ts'
import type { ChannelSum } from './traffic.store.ts'

const keyOf = ({ source, medium, campaign }: Channel) => JSON.stringify([source, medium, campaign])

/** The kinds of facts as lists of objects. */
const lists = { sale: '/v1/orders', payment: '/v1/payments', refund: '/v1/refunds' } as const

interface Frame {
  readonly touch: 'first' | 'last'
  readonly period: Period
  readonly costs: readonly Cost[]
  readonly as_of: AsOf
}

/** A row for each channel with people, money or costs. */
export function trafficRows(sums: readonly ChannelSum[], frame: Frame): TrafficRow[] {
  const { touch, period, costs, as_of } = frame
  const spent = costs.filter(cost => shareOf(cost, period) > 0).map(cost => ({ ...cost, ...channelOf(cost) }))
  const channels = new Map<string, Channel>([...sums, ...spent].map(each => [keyOf(each), each]))
  // Of visitors' words there may be thousands of channels: each is looked up, not searched for.
  const [sumsOf, costsOf] = [Map.groupBy(sums, keyOf), Map.groupBy(spent, keyOf)]
  return [...channels].map(([key, { source, medium, campaign }]) => {
    const of = sumsOf.get(key) ?? []
    const count = (kind: ChannelSum['kind']) =>
      of.reduce((sum, each) => sum + (each.kind === kind ? each.objects : 0), 0)
    const own = costsOf.get(key) ?? []
    const people = idsOf(of, 'touch')
    return {
      id: [source, medium, campaign].map(encodeURIComponent).join('|'),
      source,
      medium,
      campaign,
      touch,
      people: count('touch'),
      orders: count('sale'),
      money: moneyOf(of, own, period),
      as_of,
      drill: {
        people: people && drillByPeople(people),
        orders: drill(of, 'sale'),
        payments: drill(of, 'payment'),
        refunds: drill(of, 'refund'),
      },
    }
  })
}

function moneyOf(of: readonly ChannelSum[], costs: readonly Cost[], period: Period): TrafficRow['money'] {
  const money = of.filter(({ kind }) => kind === 'payment' || kind === 'refund')
  const currencies = new Set([...money, ...costs].map(({ currency }) => currency))
  return [...currencies].sort().map(currency => {
    const sum = (kind: ChannelSum['kind']) =>
      money.reduce(
        (all, each) => all + (each.kind === kind && each.currency === currency ? each.amount : 0),
        0,
      )
    const cost = costs.reduce(
      (all, each) => all + (each.currency === currency ? shareOf(each, period) : 0),
      0,
    )
    const [turnover, refunds] = [sum('payment'), sum('refund')]
    const net = turnover - refunds
    return {
      currency,
      turnover,
      refunds,
      net,
      cost,
      payback_percent: cost ? Math.round((net * 100) / cost) : null,
    }
  })
}

/** The objects behind the sums of a kind, or the people; null if there are too many. */
function idsOf(of: readonly ChannelSum[], kind: ChannelSum['kind']): string[] | null {
  const sums = of.filter(each => each.kind === kind)
  if (sums.some(({ ids }) => ids === null)) return null
  return sums.flatMap(({ ids }) => ids ?? [])
}

function drill(of: readonly ChannelSum[], kind: keyof typeof lists): string[] | null {
  const ids = idsOf(of, kind)
  return ids && drillByIds(lists[kind], 'id', ids)
}

export const trafficHandlers = builder.implement(traffic, {
  list: async ({ query, work, runtime, now }, stores: Stores) => {
    const [{ time_zone: zone }, { costs }] = await Promise.all([stores.school.get(), stores.settings.get()])
    const period = periodOfList(query, { zone, now })
    if (!period) return noRows
    const touch = (oneValueOf(query, 'touch') ?? 'first') as 'first' | 'last'
    const as_of = await asOf({ work, runtime }, stores)
    const sums = await stores.traffic.sums({ touch, period, zone })
    const rows = trafficRows(sums, { touch, period, costs, as_of }).filter(row =>
      (['source', 'medium', 'campaign'] as const).every(name => {
        const accepted = valuesOf(query, name).map(spellingOf)
        return accepted.length === 0 || accepted.includes(row[name])
      }),
    )
    return pageOfItems(rows, { ...query, filters: [] })
  },
})
