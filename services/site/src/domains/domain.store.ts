import { type RowOf, Store, table, type UnitOfWork } from '@lms/service-host'
import { refusals } from './domain.contract.ts'
import { DomainEntity } from './domain.entity.ts'

export type DomainRow = RowOf<typeof DomainEntity>

const domains = table(DomainEntity, { conflicts: { domains_host: refusals.domain_taken } })

export class DomainStore extends Store<DomainRow> {
  constructor(work: UnitOfWork) {
    super(work, domains)
  }

  /** All domains of the school, oldest first, held: nobody else adds or deletes one until the work ends. */
  async lockAll(): Promise<DomainRow[]> {
    // A lock on the school's name, because two that add a first domain would find no row to hold.
    const held = this.work.lock(`select pg_advisory_xact_lock(hashtextextended('domains of ' || $1, 0))`, [
      this.work.school,
    ])
    const [, { rows }] = await Promise.all([
      held,
      this.work.read(`${domains.select} order by t.created_at, t.id`, [this.work.school]),
    ])
    return rows.map(fields => this.read(fields))
  }
}
