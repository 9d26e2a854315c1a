import type { UnitOfWork } from '@lms/service-host'

export interface SourceCounts {
  source: string
  queued: number
  sent: number
  opened: number
  clicked: number
  skipped: number
  failed: number
}

/** The numbers of messages by what they are counted by besides mailings and campaigns. */
export class MessageSourceStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** Of all places of a source, in their order: `scn_…:3:welcome`. */
  async counts(sourceId: string, most: number): Promise<SourceCounts[]> {
    const { rows } = await this.#work.read(
      `select source, count(*) filter (where status in ('queued', 'sending', 'deferred')),
         count(*) filter (where status = 'sent'), count(coalesce(opened_at, clicked_at)), count(clicked_at),
         count(*) filter (where status in ('skipped', 'removed')),
         count(*) filter (where status in ('refused', 'unknown'))
       from "crm"."messages" where school_id = $1 and source > $2 || ':' and source < $2 || ';'
       group by source order by source limit $3`,
      [this.#work.school, sourceId, String(most)],
    )
    return rows.map(([source, ...numbers]) => {
      const [queued, sent, opened, clicked, skipped, failed] = numbers.map(Number) as [
        ...[number, number, number, number, number, number],
      ]
      return { source: source!, queued, sent, opened, clicked, skipped, failed }
    })
  }
}
