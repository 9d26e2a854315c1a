import type { UnitOfWork } from '@lms/service-host'
import { type Reactions, reactionsBy } from '../messages/reactions.ts'
import { maxReportedLinks, type SendingReport } from './report.object.ts'
import { hiddenLink, opening } from './tracked-token.ts'

/** The numbers of what people did with the messages of a mailing or a campaign. */
export class ReportStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** What became of the messages of a campaign, by step and variant. */
  async reactionsOf(origin: string): Promise<(step: number, variant: number) => Reactions> {
    const { rows } = await this.#work.read(
      `select step, variant, status, count(*), count(delivered_at), count(coalesce(opened_at, clicked_at)),
         count(clicked_at), count(unsubscribed_at),
         count(*) filter (where prefetched_at is not null and opened_at is null and clicked_at is null)
       from "crm"."messages" where school_id = $1 and origin = $2 group by 1, 2, 3`,
      [this.#work.school, origin],
    )
    return reactionsBy(rows)
  }

  /** The report of a mailing or campaign. */
  async of(origin: string): Promise<SendingReport> {
    const [{ rows }, { rows: links }] = await Promise.all([
      this.#work.read(
        `select count(delivered_at), count(coalesce(opened_at, clicked_at)),
           count(*) filter (where prefetched_at is not null and opened_at is null and clicked_at is null),
           count(clicked_at), count(unsubscribed_at), count(*) filter (where bounce in ('hard', 'soft')),
           count(*) filter (where bounce = 'complaint')
         from "crm"."messages" where school_id = $1 and origin = $2`,
        [this.#work.school, origin],
      ),
      this.#work.read(
        `select t.target, count(distinct h.message_id)
         from "crm"."messages" m
         join "crm"."message_hits" h on h.school_id = m.school_id and h.message_id = m.id
           and h.told and not h.machine and h.number > $3 and h.number < $4
         join "crm"."link_targets" t on t.school_id = m.school_id and t.number = h.number
           and t.owner = case when m.step is null then m.origin else m.origin || ' ' || m.step || ' ' || m.variant end
         where m.school_id = $1 and m.origin = $2 and m.clicked_at is not null
         group by t.target order by count(distinct h.message_id) desc, t.target limit $5`,
        [this.#work.school, origin, String(opening), String(hiddenLink), String(maxReportedLinks)],
      ),
    ])
    const [delivered, opened, prefetched, clicked, unsubscribed, bounced, complained] = rows[0]!.map(
      Number,
    ) as [...[number, number, number, number, number, number, number]]
    return {
      ...{ delivered, opened, prefetched, clicked, unsubscribed, bounced, complained },
      links: links.map(([url, count]) => ({ url: url!, clicked: Number(count) })),
    }
  }
}
