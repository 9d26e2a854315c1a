import { type RowOf, Store, table, type UnitOfWork } from '@lms/service-host'
import { refusals } from './domain.contract.ts'
import { DomainEntity } from './domain.entity.ts'

export type DomainRow = RowOf<typeof DomainEntity>

export const domainTable = table(DomainEntity, {
  conflicts: { domains_host: refusals.domain_taken, domains_own_host: refusals.domain_present },
})

export class DomainStore extends Store<DomainRow> {
  constructor(work: UnitOfWork) {
    super(work, domainTable)
  }

  /** All domains of the school, oldest first, held: nobody else adds or deletes one until the work ends. */
  async lockAll(): Promise<DomainRow[]> {
    // A lock on the school's name, because two that add a first domain would find no row to hold.
    const held = this.work.lock(`select pg_advisory_xact_lock(hashtextextended('domains of ' || $1, 0))`, [
      this.work.school,
    ])
    const [, { rows }] = await Promise.all([
      held,
      this.work.read(`${domainTable.select} order by t.created_at, t.id`, [this.work.school]),
    ])
    return rows.map(fields => this.read(fields))
  }

  /** Notes what a look for the record of a claim has found; the claim is no other for it. */
  noteLook({ id }: DomainRow, look: Pick<DomainRow, 'checked_at' | 'problem' | 'next_look_at'>): void {
    this.work.write(
      `update "site"."domains" set checked_at = $3, problem = $4, next_look_at = $5 where school_id = $1 and id = $2`,
      [this.work.school, id, look.checked_at, look.problem, look.next_look_at],
    )
  }

  /** Ends what other schools claim of a host and below it. Only work that crosses schools reaches them. */
  endClaimsOfOthers(host: string): void {
    this.work.write(
      `delete from "site"."domains" where status = 'pending' and school_id <> $1
         and (host = $2 or right(host, length($2) + 1) = '.' || $2)`,
      [this.work.school, host],
    )
  }
}
