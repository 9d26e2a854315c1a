import type { UnitOfWork } from '@lms/service-host'
import type { Channel } from '../facts/channel.ts'
import type { FactKind } from '../facts/fact.ts'
import { maxDrillIds } from '../figures/drill.ts'
import { FigureStore } from '../figures/figure.store.ts'
import { type Period, startOf } from '../figures/period.ts'

export type Touch = 'first' | 'last'

/** What people of one visit did in a period. */
export interface ChannelSum extends Channel {
  readonly kind: 'touch' | 'payment' | 'refund' | 'sale'
  readonly currency: string
  readonly objects: number
  readonly amount: number
  /** The objects, of visits the people; null if there are too many, or if it is unknown who some of them were. */
  readonly ids: readonly string[] | null
}

interface Frame {
  readonly touch: Touch
  readonly period: Period
  readonly zone: string
}

/** Objects of a period in which those of each channel are looked for. */
const maxLookedAt = 20_000

const words = ['source', 'medium', 'campaign'] as const
const columnsOf = (touch: Touch) =>
  touch === 'first' ? words : (['last_source', 'last_medium', 'last_campaign'] as const)
const kindsOf = (touch: Touch): FactKind[] => [`${touch}_touch`, 'payment', 'refund', 'sale']
const sumKindOf = (kind: string) => (kind.endsWith('_touch') ? 'touch' : kind) as ChannelSum['kind']
/** Orders are counted, and not divided by currency. */
const currencyOf = (kind: string, currency: string) => (kind === 'sale' ? '' : currency)

export class TrafficStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** The people whose first or last visit is in the period, and money and orders in the period, by their channels. */
  async sums({ touch, period, zone }: Frame): Promise<ChannelSum[]> {
    const columns = columnsOf(touch)
    const figures = new FigureStore(this.#work)
    const by = ['currency', ...columns] as const
    const rows = await figures.sums({ kinds: kindsOf(touch), by, only: {}, period, zone })
    const sums = new Map<string, Omit<ChannelSum, 'ids'>>()
    for (const { kind, by: own, objects, amount } of rows) {
      const [source, medium, campaign] = columns.map(name => own[name]!) as [string, string, string]
      const currency = currencyOf(kind, own.currency!)
      const sum = { kind: sumKindOf(kind), currency, source, medium, campaign, objects, amount }
      const before = sums.get(keyOf(sum))
      sums.set(keyOf(sum), {
        ...sum,
        objects: objects + (before?.objects ?? 0),
        amount: amount + (before?.amount ?? 0),
      })
    }
    const total = rows.reduce((all, { objects }) => all + objects, 0)
    const ids = total > maxLookedAt ? null : await this.#ids({ touch, period, zone })
    return [...sums].map(([key, sum]) => ({ ...sum, ids: ids?.get(key) ?? null }))
  }

  /** The objects behind the sums of a period; none of a sum that has too many, or people of whom it is unknown who they were. */
  async #ids({ touch, period, zone }: Frame): Promise<ReadonlyMap<string, readonly string[]>> {
    const columns = columnsOf(touch).map(name => `f.${name}`)
    const group = ['f.kind', `case f.kind when 'sale' then '' else f.currency end`, ...columns].join(', ')
    const { rows } = await this.#work.read(
      `select ${group}, string_agg(case when f.kind like '%_touch' then f.user_id else f.object_id end, ',')
       from "analytics"."facts" f
       where f.school_id = $1 and f.kind = any($4::text[]) and f.at >= $2::timestamptz and f.at < $3::timestamptz and f.first
       group by ${group}
       having count(*) <= ${maxDrillIds} and bool_and(f.kind not like '%_touch' or f.user_id is not null)`,
      [
        this.#work.school,
        startOf(period.from, zone),
        startOf(period.to, zone),
        `{${kindsOf(touch).join(',')}}`,
      ],
    )
    return new Map(
      rows.map(([kind, currency, source, medium, campaign, ids]) => [
        keyOf({
          kind: sumKindOf(kind!),
          currency: currency!,
          source: source!,
          medium: medium!,
          campaign: campaign!,
        }),
        ids!.split(','),
      ]),
    )
  }
}

const keyOf = ({
  kind,
  currency,
  source,
  medium,
  campaign,
}: Pick<ChannelSum, 'kind' | 'currency' | keyof Channel>) =>
  JSON.stringify([kind, currency, source, medium, campaign])
