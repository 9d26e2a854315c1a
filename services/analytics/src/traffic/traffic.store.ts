import type { UnitOfWork } from '@lms/service-host'
import type { Channel } from '../facts/channel.ts'
import { maxDrillIds } from '../figures/drill.ts'
import { type Period, startOf } from '../figures/period.ts'

/** What people of one visit did in a period. */
export interface ChannelSum extends Channel {
  readonly kind: 'touch' | 'payment' | 'refund' | 'sale'
  readonly currency: string
  readonly objects: number
  readonly amount: number
  /** The people behind it; null if there are too many, or if it is unknown who some of them were. */
  readonly people: readonly string[] | null
}

export class TrafficStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** By the first or last visit of each person: the people of the period, and money and orders in the period. */
  async sums({
    touch,
    period,
    zone,
  }: {
    touch: 'first' | 'last'
    period: Period
    zone: string
  }): Promise<ChannelSum[]> {
    const { rows } = await this.#work.read(
      `with visit as (
         select distinct on (coalesce(user_id, visitor)) coalesce(user_id, visitor) as who, user_id, source, medium,
           campaign, at from "analytics"."facts"
         where school_id = $1 and kind = 'touch' and coalesce(user_id, visitor) is not null
         order by coalesce(user_id, visitor), at ${touch === 'first' ? 'asc' : 'desc'}, object_id),
       found as (
         select 'touch' as kind, '' as currency, v.source, v.medium, v.campaign, true as first, 0::bigint as amount, v.user_id
         from visit v where v.at >= $2::timestamptz and v.at < $3::timestamptz
         union all
         select f.kind, case f.kind when 'sale' then '' else f.currency end, coalesce(v.source, ''),
           coalesce(v.medium, ''), coalesce(v.campaign, ''), f.first, f.amount, f.user_id
         from "analytics"."facts" f left join visit v
           on v.who = coalesce(f.user_id, f.visitor)
         where f.school_id = $1 and f.kind = any('{payment,refund,sale}') and f.at >= $2::timestamptz
           and f.at < $3::timestamptz)
       select kind, currency, source, medium, campaign, count(*) filter (where first), sum(amount),
         case when bool_and(user_id is not null) and count(distinct user_id) <= ${maxDrillIds}
           then array_to_string(array_agg(distinct user_id), ',') end
       from found group by kind, currency, source, medium, campaign`,
      [this.#work.school, startOf(period.from, zone), startOf(period.to, zone)],
    )
    return rows.map(([kind, currency, source, medium, campaign, objects, amount, people]) => ({
      kind: kind as ChannelSum['kind'],
      currency: currency!,
      source: source!,
      medium: medium!,
      campaign: campaign!,
      objects: Number(objects),
      amount: Number(amount),
      people: people ? people.split(',') : null,
    }))
  }
}
